// JSON Schema (2020-12) as types. A type takes every value that its schema takes; what a type cannot say, such as a pattern
// or a limit, is left to the server. Extra properties of an open object are not declared, so that misspelt ones are found.

import { pascal, writeComment, writeKey } from "./names.mjs";

const KINDS = ["object", "array", "string", "number", "boolean", "null"];
const OF_OBJECTS = ["properties", "required", "additionalProperties", "patternProperties"];
const OF_ARRAYS = ["items", "prefixItems"];

/** More alternatives than these are not multiplied with each other, and a longer tuple is an array. */
const MOST = 64;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const has = (schema, key) => Object.hasOwn(schema, key);

/** Definitions that several schemas have alike are declared once: the schemas of an API's operations repeat its own. */
export class Shared {
  constructor() {
    this.groups = [];
  }

  /** The names of the definitions that a schema shares with others, by pointer; to be added to. */
  namesFor(root) {
    const definitions = isObject(root) && isObject(root.$defs) ? Object.entries(root.$defs) : [];
    const texts = definitions.map(([name, schema]) => [name, JSON.stringify(schema)]);
    // what refers to anything but a definition may mean another thing in each schema
    const isClosed = ([, text]) => [...text.matchAll(/"\$ref":"([^"]*)"/g)].every(([, to]) => /^#\/\$defs\/[^/]+$/.test(to));
    if (!texts.every(isClosed)) return new Map();
    const isLike = (group) => texts.every(([name, text]) => (group.texts.get(name) ?? text) === text);
    let group = this.groups.find(isLike);
    if (group === undefined) {
      group = { texts: new Map(), names: new Map() };
      if (this.groups.length < MOST) this.groups.push(group);
    }
    for (const [name, text] of texts) group.texts.set(name, text);
    return group.names;
  }
}

export class Types {
  /** `ofArguments`: whether values of the whole schema are objects, whatever it says. */
  constructor(root, namer, name, ofArguments, shared) {
    this.root = root;
    this.shared = shared.namesFor(root);
    const isReferred = JSON.stringify(root).includes('"$ref":"#"');
    this.rootKinds = ofArguments && !isReferred ? ["object"] : KINDS;
    this.namer = namer;
    this.base = name;
    this.names = new Map();
    this.waiting = [];
    this.direct = new Map();
  }

  /** Names the type of the whole schema. */
  declareRoot() {
    return this.nameOf("#");
  }

  /** The declarations of the root and of all that it refers to. */
  blocks(comment) {
    const blocks = [];
    while (this.waiting.length > 0) {
      const pointer = this.waiting.shift();
      const schema = this.find(pointer);
      const type = this.write(schema, pointer === "#" ? this.rootKinds : KINDS, "", pointer);
      const about = pointer === "#" ? comment : writeComment([isObject(schema) ? schema.description : undefined]);
      blocks.push(`${about}export type ${this.names.get(pointer)} = ${type};\n`);
    }
    return blocks;
  }

  nameOf(pointer) {
    if (this.shared.has(pointer)) return this.shared.get(pointer);
    if (!this.names.has(pointer)) {
      const last = decodeURIComponent(pointer.slice(pointer.lastIndexOf("/") + 1));
      const wish = pointer === "#" ? this.base : `${this.base}${pascal(last)}`;
      this.names.set(pointer, this.namer.choose(wish));
      if (/^#\/\$defs\/[^/]+$/.test(pointer)) this.shared.set(pointer, this.names.get(pointer));
      this.waiting.push(pointer);
    }
    return this.names.get(pointer);
  }

  /** What a reference leads to; `undefined` if it leads nowhere in the document. */
  find(pointer) {
    if (pointer === "#") return this.root;
    if (!pointer.startsWith("#/")) return undefined;
    let at = this.root;
    for (const part of pointer.slice(2).split("/")) {
      let key;
      try {
        key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
      } catch {
        return undefined;
      }
      if (typeof at !== "object" || at === null || !has(at, key)) return undefined;
      at = at[key];
    }
    return isObject(at) || typeof at === "boolean" ? at : undefined;
  }

  /** Whether a type would be made of itself without anything around it, which no alias can be. */
  leadsTo(from, to, seen = new Set()) {
    if (seen.has(from)) return false;
    seen.add(from);
    const next = this.directOf(from);
    return next.has(to) || [...next].some((pointer) => this.leadsTo(pointer, to, seen));
  }

  directOf(pointer) {
    if (!this.direct.has(pointer)) {
      const found = new Set();
      const visit = (schema) => {
        if (!isObject(schema)) return;
        if (typeof schema.$ref === "string") found.add(schema.$ref);
        for (const key of ["allOf", "anyOf", "oneOf"]) if (Array.isArray(schema[key])) schema[key].forEach(visit);
      };
      visit(this.find(pointer));
      this.direct.set(pointer, found);
    }
    return this.direct.get(pointer);
  }

  /** The JSON types that a schema allows, as far as it says so itself. */
  kindsOf(schema, among) {
    if (!isObject(schema)) return schema === false ? [] : among;
    let kinds = among;
    if (has(schema, "type")) {
      const said = [schema.type].flat().map((kind) => (kind === "integer" ? "number" : kind));
      kinds = kinds.filter((kind) => said.includes(kind));
    }
    for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) {
      if (!isObject(part) || !has(part, "$ref")) kinds = this.kindsOf(part, kinds);
    }
    return kinds;
  }

  /** The type of a schema for values of some JSON types. `alias` is the pointer of the alias that is made of it directly. */
  write(schema, among, indent, alias) {
    if (schema === false) return "never";
    if (!isObject(schema)) return join(among, KINDS);
    const kinds = this.kindsOf(schema, among);
    const parts = [];
    const values = has(schema, "const") ? [schema.const] : schema.enum;
    if (Array.isArray(values)) parts.push(union(values.filter((value) => kinds.includes(kindOf(value))).map(literal)));
    else parts.push(this.writeOwn(schema, kinds, indent));
    if (typeof schema.$ref === "string") {
      const known = this.find(schema.$ref) !== undefined;
      const circular = alias !== undefined && (schema.$ref === alias || this.leadsTo(schema.$ref, alias));
      parts.push(known && !circular ? this.nameOf(schema.$ref) : "unknown");
    }
    let alternatives = 1;
    for (const part of schema.allOf ?? []) parts.push(this.write(part, kinds, indent, alias));
    for (const key of ["anyOf", "oneOf"]) {
      if (!Array.isArray(schema[key])) continue;
      // a cross product of many unions is too much for the compiler; without one the type only takes more
      alternatives *= schema[key].length;
      if (alternatives > MOST * MOST) continue;
      parts.push(union(schema[key].map((part) => this.write(part, kinds, indent, alias))));
    }
    return intersection(parts);
  }

  /** What the schema says itself of each JSON type. */
  writeOwn(schema, kinds, indent) {
    const says = (keys) => keys.some((key) => has(schema, key));
    const [objects, arrays] = [says(OF_OBJECTS), says(OF_ARRAYS)];
    if (!objects && !arrays) return join(kinds, KINDS);
    const types = kinds.map((kind) => {
      if (kind === "object" && objects) return this.writeObject(schema, indent);
      if (kind === "array" && arrays) return this.writeArray(schema, indent);
      return PLAIN[kind];
    });
    return union(types);
  }

  writeObject(schema, indent) {
    const inner = `${indent}  `;
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const properties = isObject(schema.properties) ? schema.properties : {};
    const patterns = isObject(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
    const rest = has(schema, "additionalProperties") ? schema.additionalProperties : undefined;
    const names = [...new Set([...Object.keys(properties), ...required])];
    const types = [];
    let lines = "";
    for (const name of names) {
      const own = has(properties, name) ? properties[name] : undefined;
      // a property may have to match patterns as well: its own type takes them all
      const type = own === undefined ? "unknown" : this.write(own, KINDS, inner, undefined);
      const mark = required.has(name) ? "" : "?";
      types.push(type);
      lines += `${writeComment([isObject(own) ? own.description : undefined], inner)}${inner}${writeKey(name)}${mark}: ${type};\n`;
    }
    const others = patterns.map((pattern) => this.write(pattern, KINDS, inner, undefined));
    if (rest !== undefined && rest !== false) others.push(this.write(rest, KINDS, inner, undefined));
    if (patterns.length > 0 && rest === undefined) others.push("unknown");
    if (others.length > 0) {
      // an index signature holds for declared properties, too
      const all = union([...others, ...types, ...(names.length > required.size ? ["undefined"] : [])]);
      lines += `${inner}[key: string]: ${all};\n`;
    } else if (names.length === 0) {
      return rest === false ? "{ [key: string]: never }" : "{ [key: string]: unknown }";
    }
    return `{\n${lines}${indent}}`;
  }

  writeArray(schema, indent) {
    const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
    const write = (item) => this.write(item, KINDS, indent, undefined);
    const items = has(schema, "items") ? write(schema.items) : "unknown";
    if (prefix.length === 0) return schema.items === false ? "[]" : `Array<${items}>`;
    const types = prefix.map(write);
    if (prefix.length > MOST) return `Array<${union([...types, items])}>`;
    const least = Number.isInteger(schema.minItems) ? schema.minItems : 0;
    const parts = types.map((type, at) => (at < least ? type : `(${type})?`));
    if (schema.items !== false) parts.push(`...Array<${items}>`);
    return `[${parts.join(", ")}]`;
  }
}

const PLAIN = {
  object: "{ [key: string]: unknown }",
  array: "Array<unknown>",
  string: "string",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** Values of some JSON types, about which nothing more is said. */
function join(kinds, all) {
  return kinds.length === all.length ? "unknown" : union(kinds.map((kind) => PLAIN[kind]));
}

function kindOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A value as a type. */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, value]) => `${writeKey(key)}: ${literal(value)}`);
    return entries.length === 0 ? "Record<string, never>" : `{ ${entries.join("; ")} }`;
  }
  // a number beyond those of JavaScript cannot be told from its neighbours
  if (typeof value === "number" && !Number.isFinite(value)) return "number";
  return JSON.stringify(value);
}

function union(types) {
  const kept = [...new Set(types)].filter((type) => type !== "never");
  if (kept.includes("unknown")) return "unknown";
  if (kept.length === 0) return "never";
  return kept.length === 1 ? kept[0] : `(${kept.join(" | ")})`;
}

function intersection(types) {
  const kept = [...new Set(types)].filter((type) => type !== "unknown");
  if (kept.includes("never")) return "never";
  if (kept.length === 0) return "unknown";
  return kept.length === 1 ? kept[0] : `(${kept.join(" & ")})`;
}
