// Calls that hold are accepted, and slips are found.
import type { ArgumentsOf, ResultOf, Tools } from "./odd/types.js";

type Of<N extends keyof Tools> = ArgumentsOf<N>;

export const good: [Of<"odd__class">, Of<"odd__delete-it">, Of<"odd__await">, Of<"odd__await">, Of<"odd__constructor">] = [
  { class: "a", "with space": 1, 'quote"d': true, "line\nbreak": 1.5, "ünïcode-日本": "x", str: "s", int: null, "1st": 'b"c' },
  { tree: { name: "a", children: [{ name: "b", parent: null }], parent: { name: "c" } }, value: [1, { a: [null] }] },
  { shape: { kind: "circle", radius: 1 }, mixed: 2.5, fixed: 7, both: { a: "a", b: 1 } },
  { shape: { kind: "square", side: 1 }, mixed: null },
  { pair: ["a", 1], rest: ["a", true, false], counts: { a: 1 }, labels: { "x-a": "b" }, named: { id: 1, more: "text" }, anything: [], nothing: {} },
];

// @ts-expect-error a property is missing
export const missing: Of<"odd__class"> = { class: "a" };
// @ts-expect-error a property is misspelt
export const misspelt: Of<"odd__class"> = { class: "a", "with space": 1, klass: "b" };
// @ts-expect-error no such value
export const value: Of<"odd__await"> = { shape: { kind: "circle", radius: 1 }, mixed: 3 };
// @ts-expect-error the other alternative
export const other: Of<"odd__await"> = { shape: { kind: "circle", side: 1 } };
// @ts-expect-error a part of an intersection is missing
export const part: Of<"odd__await"> = { shape: { kind: "circle", radius: 1 }, both: { a: "a" } };
// @ts-expect-error the tuple is too short
export const short: Of<"odd__constructor"> = { pair: ["a"] };
// @ts-expect-error the second is a number
export const pair: Of<"odd__constructor"> = { pair: ["a", "b"] };
// @ts-expect-error deep inside
export const deep: Of<"odd__delete-it"> = { tree: { name: "a", children: [{ name: 1 }] } };
// @ts-expect-error what is closed has no properties
export const closed: Of<"odd__constructor"> = { nothing: { a: 1 } };

export const result = (found: ResultOf<"odd__none">): [boolean, string[] | undefined] => [found.ok, found.items];
export const same: (keyof Tools)[] = (["odd__class"] as const).slice();
