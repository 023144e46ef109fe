import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'

/** Why a value isn't XML. */
export class XmlTextFault extends Error {}

// The names of XML 1.0, fifth edition, production 5.
const START =
  ':A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F' +
  '\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'
const NAME = new RegExp(`^[${START}][${START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*$`, 'u')
/** Characters that no XML document can contain, not even as references. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

type Writer = { text: string; readonly limit: number }

/** The XML of an object as `readXml` returns it; a null is an empty element. Throws `XmlTextFault`. */
export function writeXml(value: JsonValue, limit: number): string {
  const [root, ...others] = isJsonObject(value) ? Object.entries(value) : []
  if (root === undefined || others.length > 0 || Array.isArray(root[1]))
    throw new XmlTextFault('takes an object with one member, the root element')
  const writer: Writer = { text: '', limit }
  writeElement(root[0], root[1], writer)
  return writer.text
}

function writeElement(name: string, value: JsonValue, writer: Writer): void {
  checkName(name)
  if (!isJsonObject(value)) {
    const text = scalar(name, value)
    put(writer, text === '' ? `<${name}/>` : `<${name}>${escaped(text, /[&<>\r]/g)}</${name}>`)
    return
  }
  put(writer, `<${name}`)
  const inside: [string, JsonValue][] = []
  for (const [key, member] of Object.entries(value)) {
    if (key.startsWith('@')) writeAttribute(key.slice(1), member, writer)
    else inside.push([key, member])
  }
  if (inside.length === 0) return put(writer, '/>')
  put(writer, '>')
  for (const [key, member] of inside) {
    if (key === '#text') put(writer, escaped(scalar(key, member), /[&<>\r]/g))
    else for (const one of Array.isArray(member) ? member : [member]) writeElement(key, one, writer)
  }
  put(writer, `</${name}>`)
}

function writeAttribute(name: string, value: JsonValue, writer: Writer): void {
  checkName(name)
  put(writer, ` ${name}="${escaped(scalar(`@${name}`, value), /[&<>"\t\n\r]/g)}"`)
}

function put(writer: Writer, piece: string): void {
  writer.text += piece
  if (writer.text.length > writer.limit)
    throw new XmlTextFault(`creates a text longer than ${writer.limit} characters`)
}

function checkName(name: string): void {
  if (!NAME.test(name)) throw new XmlTextFault(`can’t name an element or attribute "${name.slice(0, 60)}"`)
}

function scalar(name: string, value: JsonValue): string {
  if (value === null) return ''
  if (typeof value === 'object')
    throw new XmlTextFault(`takes text for "${name.slice(0, 60)}", not a list or an object`)
  const text = String(value)
  if (!text.isWellFormed() || IMPOSSIBLE.test(text))
    throw new XmlTextFault(`takes text without control characters for "${name.slice(0, 60)}"`)
  return text
}

function escaped(text: string, characters: RegExp): string {
  return text.replace(characters, (character) => ESCAPES[character] ?? character)
}
