import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TriggerOverview } from '@caseloom/contract/automation/triggers'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import automation from '../shared/Automation.module.css'
import { Fact } from '../shared/Panel.tsx'
import classes from './Triggers.module.css'

interface FactsProps {
  trigger: TriggerOverview
}

export function TriggerFacts({ trigger }: FactsProps) {
  switch (trigger.kind) {
    case 'schedule':
      return <ScheduleFacts trigger={trigger} />
    case 'record':
      return <RecordFacts trigger={trigger} />
    case 'button':
      return <ButtonFacts trigger={trigger} />
    case 'form':
      return <FormFacts trigger={trigger} />
    case 'mail':
      return <MailFacts trigger={trigger} />
    case 'poll':
      return <PollFacts trigger={trigger} />
    case 'failure':
      return <FailureFacts trigger={trigger} />
    case 'webhook':
      return null
    default:
      return trigger.kind satisfies never
  }
}

const text = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '')
const texts = (value: JsonValue | undefined) =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

function ScheduleFacts({ trigger: { options, words, next } }: FactsProps) {
  const { t } = useTranslation('triggers')
  return (
    <>
      <Fact label={t('plan')}>{words}</Fact>
      <Fact label={t('pattern')}>
        <code>{text(options['cron'])}</code>
      </Fact>
      <Fact label={t('zone')}>{text(options['timeZone'])}</Fact>
      {next.length > 0 && (
        <Fact label={t('next')}>
          <ul className={classes.moments}>
            {next.map((at) => (
              <li key={at}>
                <DateTime at={at} seconds />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Fact label={t('overlap')}>{t(`overlaps.${text(options['overlap'])}`)}</Fact>
      <Fact label={t('missed')}>{t(`misses.${text(options['missed'])}`)}</Fact>
    </>
  )
}

function AppFact({ trigger: { app } }: FactsProps) {
  const { t } = useTranslation('triggers')
  const scope = useTenantScope()
  if (app === null) return null
  return (
    <Fact label={t('app')}>
      <Link to={paths.recordList(scope, app.id)} className={automation.link}>
        {app.name}
      </Link>
    </Fact>
  )
}

function RecordFacts({ trigger }: FactsProps) {
  const { t } = useTranslation('triggers')
  const { options } = trigger
  const fields = texts(options['fields'])
  return (
    <>
      <AppFact trigger={trigger} />
      <Fact label={t('events')}>
        {texts(options['on'])
          .map((word) => t(`eventWords.${word}`))
          .join(', ')}
      </Fact>
      {fields.length > 0 && (
        <Fact label={t('fields')}>
          <code>{fields.join(', ')}</code>
        </Fact>
      )}
      <Fact label={t('byPlaybooks')}>{t(options['byPlaybooks'] === true ? 'counted' : 'notCounted')}</Fact>
    </>
  )
}

function ButtonFacts({ trigger }: FactsProps) {
  const { t } = useTranslation('triggers')
  const { options } = trigger
  return (
    <>
      <AppFact trigger={trigger} />
      <Fact label={t('label')}>{text(options['label'])}</Fact>
      {options['confirm'] !== undefined && <Fact label={t('confirm')}>{text(options['confirm'])}</Fact>}
      <Fact label={t('asksInputs')}>{t(options['askInputs'] === true ? 'yes' : 'no')}</Fact>
    </>
  )
}

function Address({ label, copy, value }: { label: string; copy: string; value: string }) {
  return (
    <Fact label={label}>
      <span className={automation.copyLine}>
        <code className={automation.address}>{value}</code>
        <CopyButton value={value} label={copy} />
      </span>
    </Fact>
  )
}

function FormFacts({ trigger: { options, address } }: FactsProps) {
  const { t } = useTranslation('triggers')
  return (
    <>
      {address !== null && <Address label={t('formAddress')} copy={t('copyForm')} value={address} />}
      <Fact label={t('audience')}>{t(`audiences.${text(options['audience'])}`)}</Fact>
    </>
  )
}

function MailFacts({ trigger: { options, address, next } }: FactsProps) {
  const { t } = useTranslation('triggers')
  return (
    <>
      {address !== null && <Address label={t('mailAddress')} copy={t('copyMail')} value={address} />}
      {options['via'] === 'imap' && (
        <>
          <Fact label={t('asset')}>
            <code>{text(options['asset'])}</code>
          </Fact>
          <Fact label={t('folder')}>{text(options['folder'])}</Fact>
          <NextLook next={next} every={text(options['every'])} />
        </>
      )}
    </>
  )
}

function PollFacts({ trigger: { options, next } }: FactsProps) {
  const { t } = useTranslation('triggers')
  return (
    <>
      <Fact label={t('action')}>
        <code>{text(options['action'])}</code>
      </Fact>
      {options['asset'] !== undefined && (
        <Fact label={t('asset')}>
          <code>{text(options['asset'])}</code>
        </Fact>
      )}
      <NextLook next={next} every={text(options['every'])} />
    </>
  )
}

function NextLook({ next, every }: { next: readonly string[]; every: string }) {
  const { t } = useTranslation('triggers')
  const [at] = next
  return (
    <>
      <Fact label={t('every')}>{every}</Fact>
      {at !== undefined && (
        <Fact label={t('nextLook')}>
          <DateTime at={at} seconds />
        </Fact>
      )}
    </>
  )
}

function FailureFacts({ trigger: { options } }: FactsProps) {
  const { t } = useTranslation('triggers')
  const playbooks = texts(options['playbooks'])
  return (
    <Fact label={t('playbooks')}>{playbooks.length === 0 ? t('allPlaybooks') : playbooks.join(', ')}</Fact>
  )
}
