// The service of the shop, until its input ends. Prints its address.
import { createServer } from "node:http";

const server = createServer((request, response) => {
  const id = request.url.split("/").pop();
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id, total: 12.5 }));
});
server.listen(0, "127.0.0.1", () => console.log(`127.0.0.1:${server.address().port}`));
setTimeout(() => process.exit(1), 1_800_000).unref();
process.stdin.resume().on("end", () => process.exit(0));
