// As a model writes it: `tools` has the tools of its worker.
const invoices = await tools.bank.invoices({});
const due = invoices.filter((invoice) => invoice.cents < 10_000);
await tools.bank.note({ line: `paying ${due.length} of ${invoices.length}` });
const paid = await Promise.allSettled(due.map(({ from, cents }) => tools.bank.pay({ to: from, cents })));
const refused = due.filter((_, at) => paid[at].status === "rejected").map(({ from }) => from);
await tools.bank.note({ line: `done on ${new Date(await now()).getUTCFullYear() > 2000 ? "time" : "no day"}` });
return { paid: due.length - refused.length, refused };
