import type { CanvasActivity, CanvasEdge, CanvasNode } from '@caseloom/contract/content/canvas'
import type { TFunction } from 'i18next'
import { formatCount } from '../../../ui/time.ts'

export type Translate = TFunction<'canvas'>

/** The name of a piece; of what a dashboard misses, the dashboard's. */
export function nameOf(t: Translate, { kind, state, name, detail }: CanvasNode): string {
  return kind === 'app' && state === 'missing' && detail === 'dashboard' ? t('missingApp', { name }) : name
}

/** The line under its name: what it is, and whether it works. */
export function detailOf(t: Translate, node: CanvasNode): string {
  if (node.state === 'missing') return t('states.missing')
  if (node.state !== 'ready') return `${wordOf(t, node)}, ${t(`states.${node.state}`).toLowerCase()}`
  return wordOf(t, node)
}

function wordOf(t: Translate, { kind, detail }: CanvasNode): string {
  if (kind === 'trigger') return t(`triggers.${detail ?? ''}`, { defaultValue: detail ?? '' })
  if (kind === 'people') return t(`persons.${detail ?? ''}`, { defaultValue: detail ?? '' })
  if (kind === 'asset' && detail !== null) return detail
  return t(`kinds.${kind}`)
}

/** `45 runs, 3 failed`; empty where nothing is counted. */
export function activityWords(t: Translate, activity: CanvasEdge['activity'] | CanvasActivity): string {
  if (activity === null) return ''
  const { runs, failed } = activity
  const words = [
    ...(runs === null ? [] : [t('runs', { count: runs, shown: formatCount(runs) })]),
    ...(failed === 0 ? [] : [t('failures', { count: failed, shown: formatCount(failed) })]),
  ]
  return words.join(', ')
}
