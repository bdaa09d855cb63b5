// A program as a model writes it, against what it is shown.
/// <reference path="./program.d.ts" />

export async function pay(): Promise<number> {
  const invoices = await tools.bank.invoices();
  const first = invoices[0];
  if (first !== undefined) await tools.bank.pay({ to: first.from, cents: first.cents });
  // @ts-expect-error a property is missing
  await tools.bank.pay({ to: "a" });
  // @ts-expect-error no such tool
  await tools.bank.close({});
  // @ts-expect-error nobody checks this result
  (await tools.bank.note({ line: "a" })).length;
  return (await now()) + (await random());
}
