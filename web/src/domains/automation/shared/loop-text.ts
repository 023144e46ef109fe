import type { LoopStop } from '@caseloom/contract/automation/automation'
import type { Translate } from './translate.ts'

/** The playbooks of a loop in order, as far as the reader may see them. */
export function loopText(t: Translate, { members }: Pick<LoopStop, 'members'>): string {
  return members.map((name) => name ?? t('loop.hidden')).join(' → ')
}
