import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { splitTemplate } from '@caseloom/playbook/template-text'
import { isObject } from '../model/places.ts'

const AT = '2026-01-01T06:00:00.000Z'
const PERSON = { id: '00000000-0000-7000-8000-000000000000', name: 'Someone' }

/** Payload by trigger kind; parts that vary between deliveries are empty. */
const GIVEN: Readonly<Record<string, JsonObject>> = {
  webhook: { body: {}, headers: {}, query: {} },
  schedule: { scheduledAt: AT },
  record: { record: {}, previous: {}, changed: [], by: PERSON, event: 'created' },
  button: { record: {}, by: PERSON },
  form: { by: PERSON },
  mail: {
    mail: {
      from: 'sender@example.com',
      to: ['us@example.com'],
      subject: 'Subject',
      text: 'Text',
      headers: {},
    },
  },
  poll: { item: {}, cursor: null },
  failure: {
    run: { number: 1, playbook: 'another', error: { code: 'step.failed', message: 'The step failed' } },
  },
}

const READ = /(?<![\w$.`])trigger((?:\s*\.\s*(?:[A-Za-z_]\w*|`[^`]+`))+)/g

/** A generated trigger payload with everything the document's expressions read. */
export function triggerSample(document: JsonObject, kind: string | null): JsonObject {
  const given = structuredClone(GIVEN[kind ?? ''] ?? {})
  for (const [first = '', ...rest] of readIn(document)) {
    const isPart = first in given || kind === 'form'
    if (isPart) put(given, [first, ...rest])
  }
  return given
}

function readIn(value: JsonValue): string[][] {
  if (Array.isArray(value)) return value.flatMap(readIn)
  if (isObject(value)) return Object.values(value).flatMap(readIn)
  return typeof value === 'string' && value.includes('{%') ? readInText(value) : []
}

function readInText(text: string): string[][] {
  try {
    const sources = splitTemplate(text).flatMap((piece) =>
      piece.kind === 'expression' ? [piece.source] : [],
    )
    return sources.flatMap((source) =>
      [...source.matchAll(READ)].map(([, path = '']) =>
        [...path.matchAll(/`([^`]+)`|([A-Za-z_]\w*)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
      ),
    )
  } catch {
    // Unclosed expressions read nothing.
    return []
  }
}

function put(target: JsonObject, [name = '', ...rest]: readonly string[]): void {
  const there = target[name]
  if (rest.length === 0) target[name] = there ?? 'text'
  else if (isObject(there)) put(there, rest)
  else if (there === undefined || there === null || there === 'text') {
    const inner = {}
    put(inner, rest)
    target[name] = inner
  }
}
