import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../../data/scope.tsx'
import { formatDateTime } from '../../../../ui/time.ts'
import { useBuilder } from '../model/builder-context.ts'
import { triggersOf } from '../model/places.ts'
import { useOwnSamples, useRecentRuns } from './samples.ts'
import { triggerSample } from './trigger-sample.ts'

const OWN = 'own'
const MADE = 'made'

interface SampleSourceProps {
  trigger: string | null
  /** Generated values are already used if nothing is known. */
  isMade?: boolean
  onChange?: () => void
}

/** Chooses the sample: a recent run, pasted, or generated. */
export function SampleSource({ trigger, isMade = false, onChange }: SampleSourceProps) {
  const { t } = useTranslation('panel')
  const { t: say } = useTranslation('automation')
  const { timeZone } = useTenantScope()
  const { document } = useBuilder()
  const runs = useRecentRuns()
  const [own, setOwn] = useOwnSamples()
  const kind = triggersOf(document).find(({ key }) => key === trigger)?.trigger['kind']
  const listed = runs.map(({ id, number, state, startedAt }) => ({
    value: id as string,
    label: t('sample.ofRun', {
      number,
      state: say(`states.${state}`),
      at: formatDateTime(new Date(startedAt), timeZone),
    }),
  }))
  const isTest = own.testRun !== null && !runs.some(({ id }) => id === own.testRun)
  const data = [
    ...(isTest ? [{ value: own.testRun ?? '', label: t('sample.ofTest') }] : []),
    ...listed,
    ...(own.trigger === undefined ? [] : [{ value: OWN, label: t('sample.isOwn') }]),
    { value: MADE, label: t('sample.made') },
  ]
  const choose = (next: string) => {
    const given: { trigger?: JsonValue } =
      next === MADE ? { trigger: triggerSample(document, typeof kind === 'string' ? kind : null) } : {}
    setOwn(({ trigger: before, ...rest }) => {
      if (next === OWN) return before === undefined ? rest : { ...rest, trigger: before }
      return { ...rest, ...given, outputs: {}, testRun: next === MADE ? null : next }
    })
    onChange?.()
  }
  return (
    <Select
      label={t('sample.source')}
      data={data}
      value={own.trigger === undefined ? (own.testRun ?? runs[0]?.id ?? (isMade ? MADE : null)) : OWN}
      placeholder={t('sample.noRun')}
      onChange={(next) => next !== null && choose(next)}
    />
  )
}
