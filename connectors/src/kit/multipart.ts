import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { createHash } from 'node:crypto'
import { asText } from './template.ts'

/** A part that is a file, as a step writes it: its bytes as text or in base64. */
interface FilePart {
  name: string
  type?: string
  text?: string
  base64?: string
}

/** JSON Schema of a file in the input of an action. */
export function filePartSchema(words: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'File name' },
      type: { type: 'string', title: 'Media type', description: 'For example text/csv' },
      text: { type: 'string', title: 'Content' },
      base64: { type: 'string', title: 'Content in Base64', description: 'Instead of content as text' },
    },
    required: ['name'],
    ...words,
  }
}

/** A body of multipart/form-data (RFC 7578); the same fields give the same bytes, so that a repetition is one. */
export function multipart(fields: JsonObject): { contentType: string; bytes: Uint8Array } {
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
  const boundary = `caseloom-${hash.slice(0, 40)}`
  const chunks = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) =>
      one === null ? [] : partOf(boundary, name, one),
    ),
  )
  chunks.push(Buffer.from(`--${boundary}--\r\n`))
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(chunks) }
}

function partOf(boundary: string, name: string, value: JsonValue): Buffer[] {
  const file = fileOf(value)
  const to = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`
  if (file === null) {
    const isObject = typeof value === 'object' && value !== null
    const kind = isObject ? '\r\nContent-Type: application/json' : ''
    return [Buffer.from(`${to}${kind}\r\n\r\n${asText(value)}\r\n`)]
  }
  const type = (file.type ?? '').replace(/[^\w!#$&^.+/;= -]/g, '') || 'application/octet-stream'
  const head = `${to}; filename="${quoted(file.name)}"\r\nContent-Type: ${type}\r\n\r\n`
  const bytes = file.base64 === undefined ? Buffer.from(file.text ?? '') : Buffer.from(file.base64, 'base64')
  return [Buffer.from(head), bytes, Buffer.from('\r\n')]
}

function fileOf(value: JsonValue): FilePart | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { name, type, text, base64 } = value
  if (typeof name !== 'string' || (typeof text !== 'string' && typeof base64 !== 'string')) return null
  return {
    name,
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof base64 === 'string' ? { base64 } : {}),
  }
}

/** As browsers write it: nothing in a name may end it or begin another header. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
