import type { JsonObject } from '@caseloom/contract/kernel/json'
import { readXml, XmlFault } from '@caseloom/playbook/xml'
import { ParseFault } from './parse-fault.ts'
import { PARSE_LIMITS } from './parse-messages.ts'

const CODES = { malformed: 'file.unreadable', unsafe: 'file.unsafe', too_large: 'step.too_large' } as const

/** An XML document as an object, by the reader that expressions have. */
export function parseXml(text: string): JsonObject {
  try {
    return readXml(text, PARSE_LIMITS)
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    throw new ParseFault(CODES[error.kind], error.message, error.at)
  }
}
