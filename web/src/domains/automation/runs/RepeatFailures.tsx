import type { Repetition, RerunVersion } from '@caseloom/contract/automation/run-control'
import { Button, Progress } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatCount } from '../../../ui/time.ts'
import { refreshRuns } from '../shared/automation.queries.ts'
import { RerunVersionChoice } from './RerunVersionChoice.tsx'
import classes from './RepeatFailures.module.css'
import { beginRepetition, endRepetition, type FailedAlike, repetitionQuery } from './repetition.queries.ts'

/** Reruns all similar failures; continues in the background when the dialog is closed. */
export function RepeatFailures({ failed }: { failed: FailedAlike }) {
  const { t } = useTranslation('runs')
  const mayRun = useMay('playbook:run')
  const mayRead = useMay('run:data')
  const [open, setOpen] = useState(false)
  if (!mayRun || !mayRead) return null
  return (
    <>
      <Button
        leftSection={<IconRepeat size={16} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(true)}
        flex="none"
      >
        {t('repeat.act')}
      </Button>
      {open && <RepeatDialog failed={failed} onClose={() => setOpen(false)} />}
    </>
  )
}

function RepeatDialog({ failed, onClose }: { failed: FailedAlike; onClose: () => void }) {
  const { t } = useTranslation('runs')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { t: control } = useTranslation('automation')
  const [runWith, setRunWith] = useState<RerunVersion>('current')
  const begin = useMutation({
    mutationFn: () => beginRepetition(tenantId, failed, runWith),
    onSuccess: (begun) => {
      client.setQueryData(repetitionQuery(tenantId, begun.id).queryKey, begun)
    },
  })
  const close = () => {
    void refreshRuns(client, tenantId)
    onClose()
  }
  return (
    <Dialog onClose={close} title={t(begin.data === undefined ? 'repeat.title' : 'repeat.begun')} size={480}>
      {begin.data === undefined ? (
        <form
          className={classes.dialog}
          onSubmit={(event) => {
            event.preventDefault()
            if (!begin.isPending) begin.mutate()
          }}
        >
          <p className={classes.text}>{t('repeat.text')}</p>
          <p className={classes.text}>{t('repeat.left')}</p>
          <RerunVersionChoice value={runWith} same={control('control.version.own')} onChange={setRunWith} />
          <ErrorSummary message={begin.isError ? describeError(begin.error).text : undefined} />
          <DialogActions
            onCancel={close}
            confirm={t('repeat.act')}
            loading={begin.isPending}
            focus="cancel"
          />
        </form>
      ) : (
        <Begun id={begin.data.id} onClose={close} />
      )}
    </Dialog>
  )
}

function Begun({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('runs')
  const { t: word } = useTranslation('ui')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const query = repetitionQuery(tenantId, id)
  const { data, error } = useQuery(query)
  const stop = useMutation({
    mutationFn: () => endRepetition(tenantId, id),
    onSuccess: (stopped) => client.setQueryData(query.queryKey, stopped),
  })
  const failure = stop.error ?? error
  if (data === undefined) return null
  return (
    <div className={classes.dialog}>
      <ProgressOf repetition={data} />
      {failure !== null && <ErrorSummary message={describeError(failure).text} />}
      <footer className={classes.end}>
        {data.can.stop && (
          <Button loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('repeat.stop')}
          </Button>
        )}
        <Button variant="filled" onClick={onClose} data-autofocus>
          {data.state === 'running' ? t('repeat.inBackground') : word('close')}
        </Button>
      </footer>
    </div>
  )
}

function ProgressOf({ repetition }: { repetition: Repetition }) {
  const { t } = useTranslation('runs')
  const { state, total, done, started, left } = repetition
  const part = total === 0 ? 100 : (done / total) * 100
  const of = t('repeat.of', { done: formatCount(done), total: formatCount(total) })
  const counted = [
    { key: 'started', count: started },
    { key: 'repeated', count: left.repeated },
    { key: 'forbidden', count: left.forbidden },
  ] as const
  return (
    <>
      <Progress.Root size="sm">
        <Progress.Section value={part} aria-label={t('repeat.begun')} aria-valuetext={of} />
      </Progress.Root>
      <p className={classes.text} role="status">
        {total === 0 ? t('repeat.none') : `${t(`repeat.states.${state}`)}: ${of}`}
      </p>
      <ul className={classes.counts}>
        {counted
          .filter(({ count }) => count > 0)
          .map(({ key, count }) => (
            <li key={key}>{t(`repeat.counts.${key}`, { count, shown: formatCount(count) })}</li>
          ))}
      </ul>
    </>
  )
}
