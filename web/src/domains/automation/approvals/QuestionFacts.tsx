import type { ApprovalView } from '@caseloom/contract/automation/approvals'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { SeverityGlyph } from '../../../ui/glyphs/Severity.tsx'
import { SEVERITIES } from '@caseloom/contract/values/severities'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { Tag } from '../../../ui/Chip.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from './People.module.css'
import { progressOf } from './question-state.ts'

export function QuestionFacts({ one }: { one: ApprovalView }) {
  const { t } = useTranslation('people')
  const scope = useTenantScope()
  const { record } = one
  return (
    <aside className={classes.side} aria-label={t('page.about')}>
      <dl className={classes.facts}>
        {record !== null && (
          <Fact label={t('page.record')}>
            <Link className={classes.link} to={paths.record(scope, record.appId, record.recordId)}>
              {record.trackingId}
              {record.title === '' ? '' : ` · ${straight(record.title)}`}
            </Link>
          </Fact>
        )}
        {record !== null && record.severity !== null && (
          <Fact label={t('page.severity')}>
            <Severity value={record.severity} />
          </Fact>
        )}
        <Fact label={t('page.asked')}>
          <span className={classes.names}>
            {one.askedPrincipals.map((each) => (
              <Tag key={each.id}>{each.name}</Tag>
            ))}
          </span>
          {one.outsiders.map((email) => (
            <div key={email}>{t('page.outside', { email })}</div>
          ))}
        </Fact>
        <Fact label={t('page.needed')}>
          <Needed one={one} />
        </Fact>
        <Fact label={t('page.since')}>
          <DateTime at={one.openedAt} />
        </Fact>
        <Times one={one} />
        <Fact label={t('page.playbook')}>{one.playbook.title}</Fact>
        <Fact label={t('page.run')}>
          <RunLink run={one.run} step={one.path} />
        </Fact>
        {one.startedBy !== null && <Fact label={t('page.startedBy')}>{one.startedBy}</Fact>}
      </dl>
    </aside>
  )
}

/** When it ended or ends, and when others are asked too. */
function Times({ one }: { one: ApprovalView }) {
  const { t } = useTranslation('people')
  const { decidedAt, expiresAt, escalation } = one
  return (
    <>
      {decidedAt !== null ? (
        <Fact label={t('page.ended')}>
          <DateTime at={decidedAt} />
        </Fact>
      ) : (
        expiresAt !== null && (
          <Fact label={t('page.ends')}>
            <DateTime at={expiresAt} />
          </Fact>
        )
      )}
      {escalation !== null && (
        <Fact label={t(escalation.done ? 'page.escalated' : 'page.escalates')}>
          {escalation.asked.join(', ')}, <DateTime at={escalation.at} />
        </Fact>
      )}
    </>
  )
}

function RunLink({ run, step }: { run: ApprovalView['run']; step: ApprovalView['path'] }) {
  const { t } = useTranslation('people')
  const scope = useTenantScope()
  const number = t('page.runNumber', { number: formatCount(run.number) })
  if (!useMay('run:read')) return number
  return (
    <Link className={classes.link} to={paths.run(scope, run.id)} search={{ step }}>
      {number}
    </Link>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Severity({ value }: { value: { key: string; label: string } }) {
  const known = SEVERITIES.find((name) => name === value.key)
  return (
    <span className={classes.severity}>
      {known !== undefined && <SeverityGlyph value={known} />} {value.label}
    </span>
  )
}

function Needed({ one }: { one: ApprovalView }) {
  const { t } = useTranslation('people')
  if (one.kind === 'form') return t('page.firstAnswer')
  const { done, needed } = progressOf(one)
  return (
    <>
      {needed === null ? t('page.quorumAll') : t('page.quorum', { count: needed })}
      {one.refusals > 1 && needed !== null && <div>{t('page.refusals', { count: one.refusals })}</div>}
      <div className={classes.quiet}>
        {needed === null ? t('page.progressAll', { done }) : t('page.progress', { done, needed })}
      </div>
      {needed !== null && (
        <div className={classes.bar} aria-hidden>
          <span style={{ width: `${Math.min(100, (done / needed) * 100)}%` }} />
        </div>
      )}
    </>
  )
}
