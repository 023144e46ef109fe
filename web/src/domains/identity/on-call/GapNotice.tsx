import type { OnCallRange, OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useNow } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './OnCall.module.css'
import { addOverride, refreshOnCall } from './on-call.queries.ts'
import { useOnCallWords } from './useOnCall.ts'

type Gap = OnCallRange['gaps'][number]

interface GapNoticeProps {
  schedule: OnCallScheduleView
  gaps: readonly Gap[]
  onChoose: (gap: Gap) => void
}

/** The first gap that has not ended, with someone who could take it. */
export function GapNotice({ schedule, gaps, onChoose }: GapNoticeProps) {
  const { t } = useTranslation('onCall')
  const words = useOnCallWords(schedule)
  const now = useNow()
  const open = gaps.filter(({ to }) => Date.parse(to) > now)
  const first = open.sort((one, other) => Date.parse(one.from) - Date.parse(other.from))[0]
  if (first === undefined) return null
  const named = { person: words.person(first.userId), span: words.hours(first) }
  const lane = words.lane(first.layer, first.shift)
  return (
    <section className={classes.gap}>
      <IconAlertTriangle size={16} stroke={1.7} color="var(--cl-amber-text)" aria-hidden />
      <p role="status">
        <strong>{t('gap.title', { day: `${words.day(first.from)}, ${lane}` })}</strong>{' '}
        {t(`gap.${first.reason}`, named)}
        {open.length > 1 && (
          <span className={classes.quiet}> {t('gap.more', { count: open.length - 1 })}</span>
        )}
      </p>
      {schedule.can.override && (
        <>
          {first.proposal !== null && <Assign schedule={schedule} gap={first} person={first.proposal} />}
          <Button size="compact-sm" variant="subtle" onClick={() => onChoose(first)}>
            {t('gap.choose')}
          </Button>
        </>
      )}
    </section>
  )
}

function Assign({ schedule, gap, person }: { schedule: OnCallScheduleView; gap: Gap; person: string }) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const named = { person: useOnCallWords(schedule).person(person) }
  const assign = useMutation({
    mutationFn: () => {
      const { layer, shift, from, to } = gap
      return addOverride(tenantId, schedule.id, { layer, shift, from, to, userId: person })
    },
    onSuccess: async () => {
      toast({ kind: 'success', title: t('gap.assigned', named) })
      await refreshOnCall(client, tenantId)
    },
    onError: (error) => toast({ kind: 'error', title: t('block.failed'), text: describeError(error).text }),
  })
  return (
    <Button size="compact-sm" loading={assign.isPending} onClick={() => assign.mutate()}>
      {t('gap.assign', named)}
    </Button>
  )
}
