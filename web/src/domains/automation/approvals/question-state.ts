import type { ApprovalState, ApprovalView } from '@caseloom/contract/automation/approvals'
import type { Hue } from '../../../ui/glyphs/hue.ts'
import type { StateShape } from '../../../ui/glyphs/state.ts'

export const LOOKS: Record<ApprovalState, { shape: StateShape; hue: Hue }> = {
  open: { shape: 'pause', hue: 'amber' },
  approved: { shape: 'check', hue: 'green' },
  answered: { shape: 'check', hue: 'green' },
  refused: { shape: 'cross', hue: 'red' },
  expired: { shape: 'clock', hue: 'gray' },
  closed: { shape: 'slash', hue: 'gray' },
}

/** Progress toward the quorum: `needed` is null if everyone must approve. */
export function progressOf({ answers, quorum }: Pick<ApprovalView, 'answers' | 'quorum'>): {
  done: number
  needed: number | null
} {
  const done = answers.filter((answer) => answer.verdict === 'approved').length
  return { done, needed: quorum === 'all' ? null : quorum }
}
