import type { JsonValue } from '@caseloom/contract/kernel/json'
import { defangText } from '@caseloom/contract/values/defang-text'
import { editDistance } from '@caseloom/contract/values/edit-distance'
import { refang } from '@caseloom/contract/values/observable-value'
import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { spend } from './budget.ts'
import { DURATION, durationMs } from './duration.ts'
import { type Focus, type Native, stateOf } from './evaluation-state.ts'
import { ExpressionError } from './expression-error.ts'
import { networkFunctions } from './network-functions.ts'
import { numberFunctions } from './number-functions.ts'
import { fault, textFor } from './own-arguments.ts'

const HASHES = { md5, sha1, sha256, sha512 }
/** Characters of each text that `$similarity` compares. */
const MAX_COMPARED = 2_000

/**
 * Functions that JSONata doesn't have. An optional parameter has a default, so that `$map` and its like don't pass an
 * index for it.
 */
export function ownFunctions(): Record<string, Native> {
  return { ...textFunctions(), ...hashFunctions(), ...networkFunctions(), ...numberFunctions() }
}

function textFunctions(): Record<string, Native> {
  return {
    defang(text: unknown) {
      return text === undefined ? undefined : defangText(charged(this, textFor('defang', text)))
    },
    refang(text: unknown) {
      return text === undefined ? undefined : refang(charged(this, textFor('refang', text)))
    },
    parseJson(text: unknown) {
      return text === undefined ? undefined : parsed(charged(this, textFor('parseJson', text)))
    },
    similarity(left: unknown, right: unknown) {
      if (left === undefined || right === undefined) return undefined
      const [a, b] = [textFor('similarity', left), textFor('similarity', right)]
      if (Math.max(a.length, b.length) > MAX_COMPARED)
        throw new ExpressionError(
          'expression.limit',
          `$similarity compares texts of up to ${MAX_COMPARED} characters`,
        )
      spend(stateOf(this.environment).budget, (a.length * b.length) >> 6)
      return similarity([...a], [...b])
    },
    addTime(time: unknown, duration: unknown) {
      if (time === undefined || duration === undefined) return undefined
      const text = textFor('addTime', duration)
      const [sign, size] = text.startsWith('-') ? [-1, text.slice(1)] : [1, text]
      if (!DURATION.test(size)) throw fault('addTime', 'takes a duration such as 30s, 5m, or -1d', text)
      const start = typeof time === 'number' ? time : Date.parse(textFor('addTime', time))
      const end = new Date(start + sign * durationMs(size))
      if (Number.isNaN(end.getTime())) throw fault('addTime', 'takes a time', time)
      return end.toISOString()
    },
  }
}

function hashFunctions(): Record<string, Native> {
  return {
    hash(text: unknown, algorithm: unknown = 'sha256') {
      if (text === undefined) return undefined
      return bytesToHex(algorithmFor('hash', algorithm)(utf8ToBytes(charged(this, textFor('hash', text), 4))))
    },
    hmac(text: unknown, key: unknown, algorithm: unknown = 'sha256') {
      if (text === undefined || key === undefined) return undefined
      const made = algorithmFor('hmac', algorithm)
      const message = charged(this, textFor('hmac', text), 4)
      return bytesToHex(hmac(made, utf8ToBytes(textFor('hmac', key)), utf8ToBytes(message)))
    },
    hexEncode(text: unknown) {
      return text === undefined
        ? undefined
        : bytesToHex(utf8ToBytes(charged(this, textFor('hexEncode', text))))
    },
    hexDecode(hex: unknown) {
      if (hex === undefined) return undefined
      const text = charged(this, textFor('hexDecode', hex)).replace(/[\s:]/g, '')
      if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw fault('hexDecode', 'takes hexadecimal text', hex)
      return new TextDecoder().decode(hexToBytes(text))
    },
  }
}

function algorithmFor(name: string, algorithm: unknown): (typeof HASHES)[keyof typeof HASHES] {
  const key = String(algorithm).toLowerCase().replace('-', '')
  const found = Object.entries(HASHES).find(([known]) => known === key)
  if (found === undefined) throw fault(name, 'takes one of md5, sha1, sha256, sha512', algorithm)
  return found[1]
}

/** Charges work over a text: one step for each `2 ** shift` characters. */
function charged(focus: Focus, text: string, shift = 6): string {
  spend(stateOf(focus.environment).budget, text.length >> shift)
  return text
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue // what JSON.parse returns
  } catch {
    // The step fails with the text that isn't JSON.
    throw fault('parseJson', 'takes JSON text', text)
  }
}

/** 1 for equal texts, 0 for texts that share nothing: one minus the edits that make one the other, by the longer one. */
function similarity(a: readonly string[], b: readonly string[]): number {
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : Math.round((1 - editDistance(a, b) / longer) * 1_000) / 1_000
}
