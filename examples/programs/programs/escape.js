// What a sandbox is for: each of these must fail.
const tried = {};
const attempt = (name, act) => {
  try {
    tried[name] = `reached ${act()}`;
  } catch (error) {
    tried[name] = error.code ?? error.name;
  }
};
// a function of the sandbox itself, by which programs get out of `node:vm`
const inside = await now().then(() => tools.bank.pay);
attempt("eval", () => inside.constructor("return 1")());
attempt("process", () => process.pid);
attempt("require", () => require("node:fs"));
attempt("fetch", () => fetch("http://127.0.0.1"));
attempt("clock", () => Date.now());
attempt("chance", () => Math.random());
return tried;
