import type { Why } from '@caseloom/contract/records/record-rights'
import { Loader } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import classes from './Rights.module.css'
import { type Place, whyQuery } from './rights.queries.ts'

interface WhyRulesProps {
  place: Place
  action: Why['action']
  userId?: string | undefined
}

export function WhyRules({ place, action, userId }: WhyRulesProps) {
  const { t } = useTranslation('recordRights')
  const query = useQuery(whyQuery(place, action, userId))
  if (query.isError)
    return (
      <StateCard
        title={t('whyFailed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return <Loader size="xs" />
  const { allowed, rules } = query.data
  const deciding = rules.filter((rule) => rule.rule !== 'field')
  const fields = rules.filter((rule) => rule.rule === 'field')
  return (
    <div>
      <p className={classes.verdict}>
        <Sign passed={allowed} />
        {t(allowed ? 'rights.allowed' : 'rights.denied')}
      </p>
      <RuleList rules={deciding} />
      {fields.length > 0 && (
        <>
          <h3 className={classes.fieldsTitle}>{t('rights.fields')}</h3>
          <RuleList rules={fields} />
        </>
      )}
    </div>
  )
}

function RuleList({ rules }: { rules: Why['rules'] }) {
  const { t } = useTranslation('recordRights')
  return (
    <ul className={classes.rules}>
      {rules.map((rule) => (
        <li key={`${rule.rule} ${rule.field ?? ''}`} className={classes.rule}>
          <Sign passed={rule.passed} label={t(rule.passed ? 'rights.passed' : 'rights.stops')} />
          <span>{rule.because}</span>
        </li>
      ))}
    </ul>
  )
}

function Sign({ passed, label }: { passed: boolean; label?: string }) {
  const Icon = passed ? IconCircleCheck : IconCircleX
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return <Icon size={16} stroke={1.7} className={passed ? classes.passed : classes.stops} {...name} />
}
