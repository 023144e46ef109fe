import type { OnCallAway, OnCallOverride, OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './OnCall.module.css'
import { refreshOnCall, removeAway, undoOverride } from './on-call.queries.ts'
import type { ShownBlock } from './shown-lanes.ts'
import { useOnCallWords } from './useOnCall.ts'

interface BlockCardProps {
  schedule: OnCallScheduleView
  block: ShownBlock
  onReplace: () => void
  onDone: () => void
}

/** What a block says when it is pressed, and what can be done about it. */
export function BlockCard({ schedule, block, onReplace, onDone }: BlockCardProps) {
  const { t } = useTranslation('onCall')
  const words = useOnCallWords(schedule)
  const isOver = Date.parse(block.to) <= Date.now()
  const lane = block.layer === null ? null : words.lane(block.layer, block.shift)
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <Avatar name={words.person(block.userId)} size={24} own={words.isMe(block.userId)} />
        <div>
          <strong>{words.person(block.userId)}</strong>
          <span className={classes.quiet}>{words.span(block)}</span>
        </div>
      </div>
      {lane !== null && <p className={classes.quiet}>{lane}</p>}
      <Reasons schedule={schedule} block={block} />
      <div className={classes.actions}>
        {block.override?.can.undo === true && (
          <UndoOverride schedule={schedule} override={block.override} onDone={onDone} />
        )}
        {block.away?.can.remove === true && <RemoveAway away={block.away} onDone={onDone} />}
        {schedule.can.override && block.layer !== null && !isOver && (
          <Button size="compact-sm" onClick={onReplace}>
            {t('block.replace')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Reasons({ schedule, block }: Pick<BlockCardProps, 'schedule' | 'block'>) {
  const { t } = useTranslation('onCall')
  const words = useOnCallWords(schedule)
  const { override, insteadOf, standsIn, gap } = block
  return (
    <>
      {insteadOf !== null && insteadOf !== block.userId && (
        <p>{t('block.takes', { person: words.person(insteadOf) })}</p>
      )}
      {override !== null && (
        <p className={classes.quiet}>
          {t(override.swapWith === null ? 'block.made' : 'block.swapped', {
            person: override.madeBy.name,
            date: words.day(override.madeAt),
          })}
        </p>
      )}
      {override?.reason != null && <p>{override.reason}</p>}
      {block.away?.reason != null && <p>{block.away.reason}</p>}
      {standsIn !== null && <p>{t('block.standsIn', { person: words.person(standsIn) })}</p>}
      {gap !== null && (
        <p>
          {t(gap === 'away' ? 'block.isAway' : 'block.isInactive', { person: words.person(block.userId) })}
        </p>
      )}
    </>
  )
}

interface UndoProps {
  schedule: OnCallScheduleView
  override: OnCallOverride
  onDone: () => void
}

function UndoOverride({ schedule, override, onDone }: UndoProps) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const undo = useChange(() => undoOverride(tenantId, schedule.id, override.id), t('block.undone'), onDone)
  return (
    <Button size="compact-sm" loading={undo.isPending} onClick={() => undo.mutate()}>
      {t(override.swapWith === null ? 'block.undo' : 'block.undoSwap')}
    </Button>
  )
}

function RemoveAway({ away, onDone }: { away: OnCallAway; onDone: () => void }) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const remove = useChange(() => removeAway(tenantId, away.id), t('block.removedAway'), onDone)
  return (
    <Button size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate()}>
      {t('block.removeAway')}
    </Button>
  )
}

function useChange(run: () => Promise<unknown>, done: string, onDone: () => void) {
  const { t } = useTranslation('onCall')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      onDone()
      toast({ kind: 'success', title: done })
      await refreshOnCall(client, tenantId)
    },
    onError: (error) => toast({ kind: 'error', title: t('block.failed'), text: describeError(error).text }),
  })
}
