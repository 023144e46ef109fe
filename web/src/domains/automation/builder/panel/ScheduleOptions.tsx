import { schedulePreview } from '@caseloom/contract/automation/triggers'
import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../data/call.ts'
import { describeError } from '../../../../data/describe-error.ts'
import { keys } from '../../../../data/keys.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { DateTime } from '../../../../ui/Times.tsx'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import classes from '../parts/Panel.module.css'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import type { TriggerPartProps } from './trigger-part.ts'
import { CRON_PRESETS } from './trigger-schemas.ts'

const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

export function ScheduleOptions({ options, path, readOnly, change }: TriggerPartProps) {
  const { t } = useTranslation('panel')
  const cron = typeof options['cron'] === 'string' ? options['cron'] : ''
  const zone = typeof options['timeZone'] === 'string' ? options['timeZone'] : 'UTC'
  const preset = CRON_PRESETS.find(([, plan]) => plan === cron)?.[0] ?? null
  return (
    <>
      <Select
        label={t('schedule.preset')}
        data={CRON_PRESETS.map(([name]) => ({ value: name, label: t(`schedule.presets.${name}`) }))}
        value={preset}
        placeholder={t('schedule.own')}
        readOnly={readOnly}
        onChange={(next) => {
          const plan = CRON_PRESETS.find(([name]) => name === next)?.[1]
          if (plan !== undefined) change({ ...options, cron: plan })
        }}
      />
      <TextInput
        label={t('schedule.cron')}
        description={t('schedule.cronHelp')}
        value={cron}
        spellCheck={false}
        readOnly={readOnly}
        classNames={{ input: classes.mono ?? '' }}
        error={useIssueAt([...path, 'cron'])}
        onChange={(event) => change({ ...options, cron: event.currentTarget.value })}
      />
      <Select
        label={t('schedule.zone')}
        data={ZONES.includes(zone) ? ZONES : [zone, ...ZONES]}
        value={zone}
        searchable
        limit={200}
        readOnly={readOnly}
        error={useIssueAt([...path, 'timeZone'])}
        onChange={(next) => next !== null && change(withMember(options, 'timeZone', next))}
      />
      <NextRuns cron={cron} zone={zone} />
    </>
  )
}

function NextRuns({ cron, zone }: { cron: string; zone: string }) {
  const { t } = useTranslation('panel')
  const { tenantId } = useTenantScope()
  const [calm] = useDebouncedValue(cron.trim(), 300)
  const query = useQuery({
    queryKey: keys.list(tenantId, 'playbooks', 'schedule', calm, zone),
    enabled: calm !== '',
    retry: false,
    queryFn: ({ signal }) =>
      call(schedulePreview, { params: { tenantId }, body: { cron: calm, timeZone: zone }, signal }),
  })
  if (query.isError) return <p className={classes.fault}>{describeError(query.error).text}</p>
  if (query.data === undefined) return null
  return (
    <div>
      <p className={classes.note}>{query.data.words}</p>
      <p className={classes.note}>{t('schedule.next')}</p>
      <ol className={classes.moments} aria-label={t('schedule.next')}>
        {query.data.next.map((at) => (
          <li key={at}>
            <DateTime at={at} />
          </li>
        ))}
      </ol>
    </div>
  )
}
