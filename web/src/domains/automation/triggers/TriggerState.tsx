import type { TriggerOverview } from '@caseloom/contract/automation/triggers'
import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import { TimeAgo } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import automation from '../shared/Automation.module.css'
import { DeliveryState } from './DeliveryState.tsx'
import { Fact } from '../shared/Panel.tsx'
import classes from './Triggers.module.css'
import { setEnabled, triggersQuery } from './triggers.queries.ts'

export function TriggerState({ trigger, playbookId }: { trigger: TriggerOverview; playbookId: string }) {
  const { t } = useTranslation('triggers')
  return (
    <div className={classes.state}>
      <OnOff trigger={trigger} playbookId={playbookId} />
      {trigger.failing !== null && (
        <div className={classes.failing} role="status">
          <State state="failed">{t('failing')}</State>
          <p>{trigger.failing.message}</p>
          <p className={classes.quiet}>
            {t('failingSince', { count: trigger.failing.count })} <TimeAgo at={trigger.failing.since} />
          </p>
        </div>
      )}
      <Fact label={t('last')}>
        <Last last={trigger.last} />
      </Fact>
    </div>
  )
}

function OnOff({ trigger, playbookId }: { trigger: TriggerOverview; playbookId: string }) {
  const { t } = useTranslation('triggers')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const { queryKey } = triggersQuery(tenantId, playbookId)
  const switching = useMutation({
    mutationFn: (enabled: boolean) => setEnabled(tenantId, trigger.id, enabled),
    onSuccess: (next) => {
      client.setQueryData(queryKey, (rows) => rows?.map((row) => (row.id === next.id ? next : row)))
      toast({ kind: 'success', title: t(next.enabled ? 'switchedOn' : 'switchedOff', { name: next.title }) })
    },
    onError: (error) => toast({ kind: 'error', title: t('switchFailed'), text: describeError(error).text }),
  })
  return (
    <>
      {trigger.can.switch ? (
        <Switch
          label={t('enabled')}
          checked={switching.isPending ? switching.variables : trigger.enabled}
          disabled={switching.isPending}
          onChange={(event) => switching.mutate(event.currentTarget.checked)}
        />
      ) : (
        !trigger.enabled && <p>{t('off')}</p>
      )}
      {!trigger.enabled && <p className={classes.quiet}>{t('offNote')}</p>}
    </>
  )
}

function Last({ last }: Pick<TriggerOverview, 'last'>) {
  const { t } = useTranslation('triggers')
  const { t: say } = useTranslation('automation')
  const scope = useTenantScope()
  const mayRead = useMay('run:read')
  if (last === null) return <>{t('never')}</>
  return (
    <>
      <span className={classes.lastLine}>
        <DeliveryState outcome={last.outcome} runState={last.runState} />
        <span className={classes.quiet}>
          <TimeAgo at={last.at} />
        </span>
        {last.runId !== null && mayRead && (
          <Link to={paths.run(scope, last.runId)} className={automation.link}>
            {say('log.openRun')}
          </Link>
        )}
      </span>
      {last.runError !== null && <p className={classes.quiet}>{last.runError.message}</p>}
    </>
  )
}
