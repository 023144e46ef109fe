import type { FormItem } from '@caseloom/contract/apps/workflow'
import type { SideEffect } from '@caseloom/workflow/side-effects'
import { itemLabel, labelOf, valueWords } from '../../../field-types/workflow/rule-words.ts'
import type { RunWords } from './run-rows.ts'

const MAX_EFFECTS = 3

/** What a smaller change would alter besides, in sentences: at most three, and how many more. */
export function effectsText(effects: readonly SideEffect[], run: RunWords): string[] {
  const more = effects.length - MAX_EFFECTS
  return [
    ...effects.slice(0, MAX_EFFECTS).map((effect) => effectSentence(effect, run)),
    ...(more > 0 ? [run.t('moreEffects', { count: more })] : []),
  ]
}

/** "1 change. Containment would also be hidden." */
export function withEffects(changes: string, effects: readonly string[]): string {
  return effects.length === 0 ? changes : [`${changes}.`, ...effects].join(' ')
}

function effectSentence(effect: SideEffect, { words, t }: RunWords): string {
  if ('message' in effect)
    return t(effect.isShown ? 'messageToo' : 'noMessageToo', { message: effect.message })
  if ('field' in effect) {
    const value = valueWords(words, effect.field, effect.to) || t('empty')
    return t('setToo', { name: labelOf(words, effect.field), value })
  }
  const state = t(`states.${effect.aspect}.${effect.value ? 'yes' : 'no'}`)
  return t('stateToo', { name: itemLabel(words, itemOf(effect.item)), state })
}

/** An item by its name in an evaluation: `section:contain`. */
export function itemOf(name: string): FormItem {
  const [kind = '', ...rest] = name.split(':')
  const id = rest.join(':')
  if (kind === 'section') return { section: id }
  if (kind === 'tab') return { tab: id }
  if (kind === 'button') return { button: id }
  return kind === 'block' ? { block: id } : { field: id }
}
