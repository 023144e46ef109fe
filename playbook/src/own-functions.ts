import { defangText } from '@caseloom/contract/values/defang-text'
import { refang } from '@caseloom/contract/values/observable-value'
import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { compareFunctions } from './compare-functions.ts'
import type { Native } from './evaluation-state.ts'
import { formatFunctions } from './format-functions.ts'
import { networkFunctions } from './network-functions.ts'
import { numberFunctions } from './number-functions.ts'
import { charged, fault, plainFault, textFor } from './own-arguments.ts'
import { timeFunctions } from './time-functions.ts'
import { tokenFunctions } from './token-functions.ts'

const HASHES = { md5, sha1, sha256, sha512 }

/**
 * Functions that JSONata doesn't have. An optional parameter has a default, so that `$map` and its like don't pass an
 * index for it.
 */
export function ownFunctions(): Record<string, Native> {
  return {
    ...textFunctions(),
    ...hashFunctions(),
    ...tokenFunctions(),
    ...formatFunctions(),
    ...networkFunctions(),
    ...numberFunctions(),
    ...timeFunctions(),
    ...compareFunctions(),
  }
}

function textFunctions(): Record<string, Native> {
  return {
    defang(text: unknown) {
      return text === undefined ? undefined : defangText(charged(this, textFor('defang', text)))
    },
    refang(text: unknown) {
      return text === undefined ? undefined : refang(charged(this, textFor('refang', text)))
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
      // The message that names a wrong argument doesn't show this one.
      if (typeof key !== 'string' && typeof key !== 'number')
        throw plainFault('hmac', 'takes its key as text')
      return bytesToHex(hmac(made, utf8ToBytes(String(key)), utf8ToBytes(message)))
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
