// Draws /openapi.json: every request by its tag, what it takes, what it answers, and the shapes at the end.
"use strict";

function make(kind, words, ...inner) {
  const element = document.createElement(kind);
  if (words) element.textContent = words;
  element.append(...inner);
  return element;
}

/** Text in which `this` is code. */
function inline(text) {
  return text.split("`").map((piece, index) => (index % 2 ? make("code", piece) : piece));
}

function prose(text) {
  return make("p", "", ...inline(text));
}

function link(name) {
  const element = make("a", name);
  element.href = `#shape-${name}`;
  return element;
}

/** A schema in a few words, with links to the shapes it names. */
function words(schema) {
  if (schema === undefined) return [""];
  if (schema.$ref) return [link(schema.$ref.split("/").pop())];
  for (const kind of ["anyOf", "oneOf", "allOf"]) {
    if (schema[kind]) return schema[kind].flatMap((part, index) => (index ? [" | ", ...words(part)] : words(part)));
  }
  if ("const" in schema) return [JSON.stringify(schema.const)];
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(" | ")];
  if (schema.prefixItems) return ["[", ...schema.prefixItems.flatMap((part, i) => (i ? [", ", ...words(part)] : words(part))), "]"];
  if (schema.type === "array") return ["list of ", ...words(schema.items ?? {})];
  if (schema.type === "object" && schema.additionalProperties) return ["map to ", ...words(schema.additionalProperties)];
  return [[schema.type ?? "anything"].flat().join(" | ") + bounds(schema)];
}

function bounds(schema) {
  const found = [];
  if (schema.minimum !== undefined || schema.maximum !== undefined) found.push(`${schema.minimum ?? ""}…${schema.maximum ?? ""}`);
  if (schema.minLength !== undefined || schema.maxLength !== undefined) found.push(`${schema.minLength ?? 0}…${schema.maxLength ?? ""} characters`);
  if (schema.pattern) found.push(schema.pattern);
  return found.length ? ` (${found.join(", ")})` : "";
}

function table(heads, rows) {
  const head = make("tr", "", ...heads.map((text) => make("th", text)));
  const body = rows.map((cells) => make("tr", "", ...cells.map((cell) => make("td", "", ...[cell].flat()))));
  return make("table", "", make("thead", "", head), make("tbody", "", ...body));
}

function fields(shape) {
  const required = new Set(shape.required ?? []);
  const rows = Object.entries(shape.properties ?? {}).map(([name, schema]) => [
    make("code", name + (required.has(name) ? "" : "?")),
    words(schema),
    inline(schema.description ?? ""),
  ]);
  return table(["Field", "What", ""], rows);
}

function operation(method, path, found) {
  const summary = make("summary", "", make("span", method.toUpperCase()), make("code", path), make("span", found.summary ?? ""));
  summary.firstChild.className = "method";
  summary.lastChild.className = "title";
  const inside = make("div");
  if (found.description) for (const text of found.description.split("\n\n")) inside.append(prose(text));
  if (found.security && !found.security.some((way) => Object.keys(way).length === 0)) inside.append(prose("Only for those who are logged in, as guest or with an account."));
  if (found.parameters?.length) {
    inside.append(make("h3", "Parameters"));
    inside.append(table(["Name", "What", ""], found.parameters.map((part) => [make("code", part.name + (part.required ? "" : "?")), words(part.schema), inline(part.description ?? "")])));
  }
  const body = found.requestBody?.content["application/json"];
  if (body) {
    inside.append(make("h3", "Body"), make("p", "", ...words(body.schema)));
    if (body.example) inside.append(make("pre", JSON.stringify(body.example, null, 2)));
  }
  inside.append(make("h3", "Answers"));
  const answers = Object.entries(found.responses).sort(([one], [other]) => one.localeCompare(other));
  inside.append(table(["Status", "What", ""], answers.map(([status, part]) => [make("code", status), words(part.content?.["application/json"]?.schema), inline(part.description ?? "")])));
  return make("details", "", summary, inside);
}

function draw(found) {
  const page = document.getElementById("docs");
  document.getElementById("waiting").remove();
  for (const text of found.info.description.split("\n\n")) page.append(prose(text));
  for (const tag of found.tags) {
    page.append(make("h2", tag.name), prose(tag.description ?? ""));
    for (const [path, methods] of Object.entries(found.paths)) {
      for (const [method, part] of Object.entries(methods)) {
        if (part.tags?.includes(tag.name)) page.append(operation(method, path, part));
      }
    }
  }
  page.append(make("h2", "Shapes"));
  for (const [name, shape] of Object.entries(found.components.schemas)) {
    const inside = make("div");
    if (shape.description) for (const text of shape.description.split("\n\n")) inside.append(prose(text));
    inside.append(shape.properties ? fields(shape) : make("p", "", ...words(shape)));
    const whole = make("details", "", make("summary", "", make("code", name)), inside);
    whole.id = `shape-${name}`;
    page.append(whole);
  }
  page.append(make("footer", `Pandarium ${found.info.version}`));
  window.addEventListener("hashchange", unfold);
  unfold();
}

/** Opens the shape that the address names. */
function unfold() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (wanted instanceof HTMLDetailsElement) {
    wanted.open = true;
    wanted.scrollIntoView();
  }
}

fetch("/openapi.json")
  .then((answer) => answer.json())
  .then(draw)
  .catch((error) => {
    document.getElementById("docs").append(make("p", `The description could not be read: ${error}`));
  });
