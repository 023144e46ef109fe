import type { AppView } from '@caseloom/contract/apps/apps'
import type { DeliveryView } from '@caseloom/contract/automation/automation'
import type { TriggerOverview } from '@caseloom/contract/automation/triggers'
import { readSample } from '@caseloom/playbook/source-mapping/sample'
import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { toast } from '../../../ui/toast.tsx'
import automation from '../shared/Automation.module.css'
import { CALM_MS, deliveriesHeadQuery, stepValueQuery } from '../shared/automation.queries.ts'
import { hasEnded } from '../shared/run-summary.ts'
import { usePromptHead } from '../shared/useLiveHead.ts'
import { deliveryReason } from '../triggers/delivery-reason.ts'
import { setOff } from '../triggers/triggers.queries.ts'
import { recordsIn } from './connect.queries.ts'
import classes from './Sources.module.css'

interface FirstEventProps {
  trigger: TriggerOverview
  text: string
  app: AppView
}

const MAX_RECORDS = 5

/** Turns green when the first event became a record. */
export function FirstEvent({ trigger, text, app }: FirstEventProps) {
  const { t } = useTranslation('sources')
  const scope = useTenantScope()
  const mayRead = useMay('run:read')
  const query = deliveriesHeadQuery(scope.tenantId, trigger.id, undefined)
  const isLive = useLiveStatus() === 'live'
  const deliveries = useQuery({
    ...query,
    enabled: mayRead,
    // Hub events report runs, not refused deliveries: those are polled for until a run has ended.
    refetchInterval: ({ state }) => (isLive && hasEndedRun(shownOf(state.data)) ? false : CALM_MS),
  })
  usePromptHead(query.queryKey)
  const delivery = shownOf(deliveries.data)
  return (
    <section className={classes.card} aria-label={t('live.first')} role="status">
      {mayRead ? <State delivery={delivery} /> : <p className={classes.cardText}>{t('live.hidden')}</p>}
      {trigger.kind === 'webhook' && delivery?.outcome !== 'accepted' && (
        <SendSample trigger={trigger} text={text} queryKey={query.queryKey} />
      )}
      <Link to={paths.recordList(scope, app.id)} className={automation.link}>
        {t('live.list', { app: app.name })}
      </Link>
    </section>
  )
}

/** The newest accepted delivery; without one, the newest. */
function shownOf(deliveries: readonly DeliveryView[] | undefined): DeliveryView | undefined {
  return deliveries?.find(({ outcome }) => outcome === 'accepted') ?? deliveries?.[0]
}

function hasEndedRun(delivery: DeliveryView | undefined): boolean {
  const runState = delivery?.runState ?? null
  return runState !== null && hasEnded(runState)
}

function State({ delivery }: { delivery: DeliveryView | undefined }) {
  const { t } = useTranslation('sources')
  const { t: say } = useTranslation('automation')
  if (delivery === undefined)
    return (
      <Line icon={<Loader size={14} />} title={t('live.waiting')}>
        {t('live.waitingText')}
      </Line>
    )
  const { outcome, runId, runState } = delivery
  const warning = <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
  if (outcome !== 'accepted' || runId === null)
    return (
      <Line
        tone="amber"
        icon={warning}
        title={t(outcome === 'refused' ? 'live.refused' : 'live.startedNothing')}
      >
        {deliveryReason(say, delivery)}
      </Line>
    )
  if (runState === 'failed' || runState === 'cancelled')
    return (
      <Line tone="red" icon={warning} title={t('live.failed')}>
        {delivery.runError?.message} <RunLink runId={runId} />
      </Line>
    )
  if (runState !== 'succeeded')
    return (
      <Line icon={<Loader size={14} />} title={t('live.running')}>
        {t('live.runningText')} <RunLink runId={runId} />
      </Line>
    )
  return (
    <Line tone="green" icon={<IconCheck size={16} stroke={2} aria-hidden />} title={t('live.arrived')}>
      <Records runId={runId} />
    </Line>
  )
}

interface LineProps {
  icon: ReactNode
  title: string
  tone?: 'green' | 'amber' | 'red'
  children: ReactNode
}

function Line({ icon, title, tone, children }: LineProps) {
  return (
    <div className={classes.arrival} data-tone={tone}>
      {icon}
      <div>
        <p className={classes.arrivalTitle}>{title}</p>
        <div className={classes.quiet}>{children}</div>
      </div>
    </div>
  )
}

function RunLink({ runId }: { runId: string }) {
  const { t } = useTranslation('sources')
  return (
    <Link to={paths.run(useTenantScope(), runId)} className={automation.link}>
      {t('live.run')}
    </Link>
  )
}

/** The records that the run returned, for those who may read its data. */
function Records({ runId }: { runId: string }) {
  const { t } = useTranslation('sources')
  const scope = useTenantScope()
  const mayData = useMay('run:data')
  const output = useQuery({
    ...stepValueQuery(scope.tenantId, { runId, path: '', side: 'output', stage: 'succeeded' }),
    enabled: mayData,
    retry: false,
  })
  const records = recordsIn(output.data?.value).slice(0, MAX_RECORDS)
  return (
    <span className={classes.recordLinks}>
      {records.map(({ id, appId, trackingId }) => (
        <Link key={id} to={paths.record(scope, appId, id)} className={automation.link}>
          {t('live.record', { record: trackingId })}
        </Link>
      ))}
      <RunLink runId={runId} />
    </span>
  )
}

interface SendSampleProps {
  trigger: TriggerOverview
  text: string
  queryKey: readonly unknown[]
}

function SendSample({ trigger, text, queryKey }: SendSampleProps) {
  const { t } = useTranslation('sources')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const read = readSample(text)
  const sending = useMutation({
    mutationFn: () => setOff(tenantId, trigger.id, { payload: read.ok ? read.sample.payload : {} }),
    onSuccess: () => toast({ kind: 'success', title: t('live.sent') }),
    onError: (error) =>
      toast({ kind: 'error', title: t('live.sendFailed'), text: describeError(error).text }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return (
    <Button
      leftSection={<IconSend size={14} stroke={1.7} aria-hidden />}
      w="fit-content"
      loading={sending.isPending}
      onClick={() => sending.mutate()}
    >
      {t('live.send')}
    </Button>
  )
}
