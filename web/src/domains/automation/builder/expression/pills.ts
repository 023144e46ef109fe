import { splitTemplate } from '@caseloom/playbook/template-text'
import type { Pill, PillLook } from '../../../../ui/expression/pill-view.ts'

const PATH = /^[a-z]+(\.([A-Za-z_]\w*|`[^`]+`))+$/
const HUES: Record<string, Pill['hue']> = {
  steps: 'step',
  item: 'step',
  trigger: 'trigger',
  inputs: 'trigger',
  vars: 'other',
  run: 'other',
  tenant: 'other',
  record: 'other',
}

/** Pills of a text; none while an expression is unclosed. */
export function pillsOf(text: string): Pill[] {
  if (!text.includes('{%')) return []
  try {
    return splitTemplate(text).flatMap((piece) => {
      if (piece.kind === 'text') return []
      const source = piece.source.trim()
      const hue = PATH.test(source) ? HUES[source.split('.', 1)[0] ?? ''] : undefined
      if (hue === undefined) return []
      const from = piece.offset - 2
      const shown = source.startsWith('steps.') ? source.slice('steps.'.length) : source
      return [{ from, to: piece.offset + piece.source.length + 2, text: shown, hue }]
    })
  } catch {
    return []
  }
}

/** Pills of a template; a click leads before their closing delimiter. */
export const TEMPLATE_PILLS: PillLook = { pillsOf, caret: ' %}'.length, opensAtEnd: false }
