import type { ActionView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../shared/translate.ts'
import { useBuilder } from '../model/builder-context.ts'
import { addStep, type Spot } from '../model/draft.ts'
import { findStep, nodeAt, triggerKeyOf, triggersOf } from '../model/places.ts'
import { addTrigger, setPlaces } from '../model/shape.ts'
import { type PaletteItem, stepItems, triggerItems } from './palette-items.ts'

const GROUPS = new Set([
  'data',
  'flow',
  'http',
  'record',
  'human',
  'observable',
  'clock',
  'state',
  'notify',
  'mail',
  'code',
  'file',
  'assistant',
])

export function usePaletteItems(): PaletteItem[] {
  const { t } = useTranslation('builder')
  const { actions } = useBuilder()
  return useMemo(() => {
    const triggers = triggerItems({
      title: (kind) => t(`triggers.${kind}.title`),
      text: (kind) => t(`triggers.${kind}.text`),
      group: t('palette.triggers'),
    })
    return [...triggers, ...stepItems(actions.values(), (action) => groupOf(action, t))]
  }, [actions, t])
}

function groupOf({ name, connector }: ActionView, t: Translate): string {
  if (connector !== null) return connector.title
  const [group = ''] = name.split('.')
  return t(`palette.groups.${GROUPS.has(group) ? group : 'other'}`)
}

/** Adds an item and returns the new node; `at` is the drop position. */
export function useAdd(): (item: PaletteItem, spot: Spot, at?: { x: number; y: number }) => string {
  const { t } = useTranslation('builder')
  const { document: draft, edit } = useBuilder()
  return (item, spot, at) => {
    const { document: next, key } = item.isTrigger
      ? addTrigger(draft, item.made)
      : addStep(draft, item.made, spot)
    const node = item.isTrigger ? `trigger/${key}` : key
    const isFree = at !== undefined && spot.kind === 'free'
    edit(t('undo.add', { title: item.title }), () => (isFree ? setPlaces(next, { [node]: at }) : next))
    return node
  }
}

/** "Add between Normalize and Save". */
export function spotWords(spot: Spot, draft: JsonObject, t: Translate): string {
  const titleOf = (node: string): string => {
    const key = triggerKeyOf(node)
    const found =
      key === null ? findStep(draft, node)?.step : triggersOf(draft).find((one) => one.key === key)?.trigger
    const title = found?.['title']
    return typeof title === 'string' && title !== '' ? title : (key ?? node)
  }
  switch (spot.kind) {
    case 'after':
    case 'branch':
    case 'before':
      return t(`palette.${spot.kind}`, { title: titleOf(spot.node) })
    case 'between':
      return t('palette.between', { from: titleOf(spot.from), to: titleOf(spot.to) })
    case 'in':
    case 'free': {
      const block = nodeAt(draft, spot.list.slice(0, -1))
      return block === null ? t('palette.start') : t('palette.inside', { title: titleOf(block) })
    }
    default:
      return spot satisfies never
  }
}
