import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { besideEvent } from './beside-event.ts'

/** `[` and `]` walk through the attack events of the record, in the timeline. */
export function useEventKeys(events: readonly AttackEventView[]): void {
  const { t } = useTranslation('attack')
  const navigate = useNavigate()
  const { event = null, tactic } = useSearch({ strict: false })
  const walked =
    tactic === undefined ? events : events.filter(({ tactics }) => tactics.some((one) => one === tactic))
  const walk = (step: 1 | -1) => {
    const next = besideEvent(walked, event, step)
    if (next === null) return
    const search = { tab: 'timeline', event: next, ...(tactic === undefined ? {} : { tactic }) }
    void navigate({ to: '.', search, replace: true })
  }
  useKeyActions(
    walked.length === 0
      ? []
      : [
          { keys: ['['], label: t('keys.previous'), run: () => walk(-1) },
          { keys: [']'], label: t('keys.next'), run: () => walk(1) },
        ],
  )
}
