import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Tried, TriggerOverview } from '@caseloom/contract/automation/triggers'
import { Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import automation from '../shared/Automation.module.css'
import { runQuery, stepValueQuery } from '../shared/automation.queries.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { readHeaders, readJson, sampleOf } from './sample-parts.ts'
import classes from './Triggers.module.css'
import { refreshTrigger, setOff } from './triggers.queries.ts'

interface SampleDialogProps {
  trigger: TriggerOverview
  playbookId: string
  onClose: () => void
}

/** Starts with the last delivery if the user can see it. */
export function SampleDialog(props: SampleDialogProps) {
  const { trigger, onClose } = props
  const { t } = useTranslation('triggers')
  const { tenantId } = useTenantScope()
  const mayData = useMay('run:data')
  const runId = trigger.last?.runId ?? ''
  const last = useQuery({
    ...stepValueQuery(tenantId, { runId, path: '', side: 'trigger', stage: '' }),
    enabled: mayData && runId !== '',
    retry: false,
  })
  const isWaiting = last.isLoading
  return (
    <Dialog onClose={onClose} title={t('try.sample')} size={560}>
      {!isWaiting && <SampleForm {...props} sample={sampleOf(last.data?.value ?? null)} />}
    </Dialog>
  )
}

const shown = (value: unknown) => JSON.stringify(value, null, 2)
const MONO = { input: { fontFamily: 'var(--cl-mono)', fontSize: 12 } }

function SampleForm({
  trigger,
  playbookId,
  onClose,
  sample,
}: SampleDialogProps & { sample: ReturnType<typeof sampleOf> }) {
  const { t } = useTranslation('triggers')
  const { t: say } = useTranslation('ui')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [payload, setPayload] = useState(() => shown(sample.payload))
  const [headers, setHeaders] = useState(() => shown(sample.headers))
  const [isChecked, setIsChecked] = useState(false)
  const body = readJson(payload)
  const given = readHeaders(headers)
  const sending = useMutation({
    mutationFn: (parts: Parameters<typeof setOff>[2]) => setOff(tenantId, trigger.id, parts),
    onSettled: () => refreshTrigger(client, tenantId, { playbookId, id: trigger.id }),
  })
  const failure = sending.isError ? describeError(sending.error) : null
  const send = () => {
    setIsChecked(true)
    if (body === undefined || given === undefined || sending.isPending) return
    sending.mutate({ payload: body.value, headers: given })
  }
  return (
    <form
      className={automation.dialogFacts}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p>{t('try.sampleText')}</p>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <PayloadInput payload={payload} isChecked={isChecked} body={body} setPayload={setPayload} />
      <HeadersInput headers={headers} isChecked={isChecked} given={given} setHeaders={setHeaders} />
      <div role="status" aria-label={t('try.result')}>
        {sending.data !== undefined && !sending.isPending && <Result tried={sending.data} />}
      </div>
      <DialogActions
        cancel={say('close')}
        onCancel={onClose}
        confirm={t('try.send')}
        loading={sending.isPending}
      />
    </form>
  )
}

function Result({ tried }: { tried: Tried }) {
  const { t } = useTranslation('triggers')
  const { t: say } = useTranslation('automation')
  const scope = useTenantScope()
  const mayRead = useMay('run:read')
  const runId = tried.outcome === 'accepted' ? tried.runId : null
  const run = useQuery({ ...runQuery(scope.tenantId, runId ?? '', true), enabled: mayRead && runId !== null })
  if (tried.outcome === 'asking') return <p>{t('try.asking')}</p>
  return (
    <div className={classes.result}>
      <DeliveryState outcome={tried.outcome} runState={run.data?.state ?? null} />
      {tried.outcome !== 'accepted' && <p className={classes.quiet}>{tried.reason}</p>}
      {(tried.outcome === 'accepted' || tried.outcome === 'duplicate') && mayRead && (
        <Link to={paths.run(scope, tried.runId)} className={automation.link}>
          {say('log.openRun')}
        </Link>
      )}
    </div>
  )
}

interface PayloadInputProps {
  payload: string
  isChecked: boolean
  body: { value: JsonValue } | undefined
  setPayload: (next: string) => void
}

function PayloadInput({ payload, isChecked, body, setPayload }: PayloadInputProps) {
  const { t } = useTranslation('triggers')
  return (
    <Textarea
      label={t('try.payload')}
      autosize
      minRows={5}
      maxRows={14}
      spellCheck={false}
      styles={MONO}
      value={payload}
      error={isChecked && body === undefined ? t('try.badPayload') : undefined}
      onChange={(event) => setPayload(event.currentTarget.value)}
      data-autofocus
    />
  )
}

interface HeadersInputProps {
  headers: string
  isChecked: boolean
  given: Record<string, string> | undefined
  setHeaders: (next: string) => void
}

function HeadersInput({ headers, isChecked, given, setHeaders }: HeadersInputProps) {
  const { t } = useTranslation('triggers')
  return (
    <Textarea
      label={t('try.headers')}
      description={t('try.headersNote')}
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      styles={MONO}
      value={headers}
      error={isChecked && given === undefined ? t('try.badHeaders') : undefined}
      onChange={(event) => setHeaders(event.currentTarget.value)}
    />
  )
}
