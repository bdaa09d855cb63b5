// Names and comments of TypeScript.

/** `weather_api__get-weather` becomes `WeatherApiGetWeather`. */
export function pascal(name) {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word[0].toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `T${joined}`;
}

/** Gives each thing a name of its own. No type may be called as the language's own. */
export class Namer {
  constructor(taken) {
    this.taken = new Set(taken);
  }

  choose(wish) {
    let name = wish;
    for (let number = 2; this.taken.has(name); number += 1) name = `${wish}${number}`;
    this.taken.add(name);
    return name;
  }
}

/** Lines as a comment, in which no text can end it. */
export function writeComment(parts, indent = "") {
  const text = parts.filter((part) => typeof part === "string" && part.trim() !== "").join("\n\n");
  if (text === "") return "";
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => {
    const plain = line.replaceAll("*/", "*\\/").replace(/[\u0000-\u001f\u007f]/g, " ");
    return `${indent} * ${plain}`.trimEnd();
  });
  return `${indent}/**\n${lines.join("\n")}\n${indent} */\n`;
}

/** A property name, quoted where it is not an identifier. */
export function writeKey(name) {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name);
}
