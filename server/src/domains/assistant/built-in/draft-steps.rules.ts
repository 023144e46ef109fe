import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { appIn, leftOver, wordsOfApp } from './draft-words.rules.ts'
import { SAYINGS } from './draft-sayings.rules.ts'
import { type Around, inputOf } from './draft-inputs.rules.ts'

export interface MadeStep {
  step: JsonObject
  /** What only a person can fill in. */
  open: string | null
}

/** The step that a clause asks for, with every word of it accounted for; null when a word is left. */
export function stepFor(clause: string, around: Around): MadeStep | null {
  const actions = new Map(around.actions.map((action): [string, ActionView] => [action.name, action]))
  const appWords = around.apps.flatMap(wordsOfApp)
  for (const { action: name, form, words } of SAYINGS) {
    const action = actions.get(name)
    if (action === undefined || !form.test(clause)) continue
    const own = { ...around, app: appIn(clause, around.apps)?.key ?? around.app }
    const values = name === 'record.update' ? setIn(clause, own) : null
    const span = name === 'flow.wait' ? spanIn(clause) : null
    const known = new Set([
      ...words.split(' '),
      ...appWords,
      ...(values?.words ?? []),
      ...(span?.words ?? []),
    ])
    if (leftOver(clause, known).length > 0) continue
    if (name === 'record.update' && values === null && !/\bupdat|\bchang/i.test(clause)) continue
    const asset = action.asset?.required === true ? { asset: action.asset.connector } : {}
    const { input, open } = inputOf(action, own, { set: values?.set ?? {}, span: span?.span ?? '1h', clause })
    return { step: { action: name, ...asset, with: input }, open }
  }
  return null
}

/** `close the case`, `set severity to high`: fields and values that a clause names. */
function setIn(
  clause: string,
  { apps, app }: Around,
): { set: { [key: string]: JsonValue }; words: string[] } | null {
  const view = apps.find(({ key }) => key === app)
  const text = ` ${clause.toLowerCase()} `
  for (const field of view?.fields ?? []) {
    if (!('options' in field)) continue
    for (const { key, label } of field.options) {
      const closes = key === 'closed' && /^(?:status|state)$/.test(field.key) && /\bcloses?\b/.test(text)
      if (closes) return { set: { [field.key]: key }, words: ['close', 'closes'] }
      const said = label.toLowerCase()
      if (!text.includes(` ${said} `) || !/\b(?:sets?|changes?|moves?|marks?|puts?|updates?)\b/.test(text))
        continue
      return {
        set: { [field.key]: key },
        words: [...said.split(' '), ...field.label.toLowerCase().split(' ')],
      }
    }
  }
  return null
}

function spanIn(clause: string): { span: string; words: string[] } | null {
  const found = /\b(?:(\d{1,3})|an?|one)\s*(minute|min|hour|day)s?\b/i.exec(clause)
  if (found === null) return null
  const [whole, count = '1', unit = 'hour'] = found
  const letter = unit.toLowerCase().slice(0, 1)
  return { span: `${count}${letter}`, words: whole.toLowerCase().split(/\s+/) }
}
