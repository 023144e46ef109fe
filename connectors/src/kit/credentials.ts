import { escapeHtml } from '@caseloom/contract/kernel/escape-html'
import type { JsonObject } from '@caseloom/contract/kernel/json'

/** What a step may use of an asset while it runs; never stored, logged, or shown. */
export interface Credentials {
  /** Open settings of the asset. */
  settings: JsonObject
  /** Base address of the asset: nothing of it goes to another origin. */
  base: string
  /** Put into each request to that origin. */
  headers: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  /** Every text that must not come back: in outputs, errors or logs. */
  secrets: readonly string[]
}

/** Shorter texts stand in innocent words too. */
const SHORTEST = 4

/** The forms in which servers repeat secrets: as they are, in an address, a text of HTML or JSON, in base64; longest first. */
export function secretForms(secrets: readonly string[]): string[] {
  const forms = secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf)
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}

function formsOf(secret: string): string[] {
  const address = [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)]
  const json = JSON.stringify(secret).slice(1, -1)
  const plain = [
    secret,
    ...address,
    ...address.map((text) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    // An address within an address.
    ...address.map((text) => text.replaceAll('%', '%25')),
    ...address.map(encodeURIComponent),
    // As it is inside a JSON text that came as a text: with more or less of it escaped.
    json,
    json.replaceAll('/', '\\/'),
    json.replace(/[^\x20-\x7e]/g, escaped),
    json.replace(/[<>&]/g, escaped),
    json.replace(/[<>&']/g, escaped),
    htmlOf(secret),
  ]
  return [...plain, ...base64Of(secret)]
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function htmlOf(secret: string): string {
  return escapeHtml(secret).replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

/** Shorter parts of base64 stand in innocent texts too. */
const SHORTEST_PART = 10

/** On its own, and as the part that it makes of a longer base64 text, at each of the three places where it may begin. */
function base64Of(secret: string): string[] {
  const parts = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const whole = bytes.toString('base64').replace(/=+$/, '')
    const end = bytes.length % 3 === 0 ? whole.length : whole.length - 1
    const part = whole.slice(before === 0 ? 0 : before + 1, end)
    return part.length < SHORTEST_PART ? [] : [part]
  })
  const all = [Buffer.from(secret).toString('base64'), ...parts]
  return [...all, ...all.map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))]
}
