import type { DeliveryView } from '@caseloom/contract/automation/automation'
import { useTranslation } from 'react-i18next'
import { State } from '../../../ui/glyphs/State.tsx'

export function DeliveryState({ outcome, runState }: Pick<DeliveryView, 'outcome' | 'runState'>) {
  const { t } = useTranslation('automation')
  if (outcome !== 'accepted' || runState === null)
    return <State state={outcome}>{t(`outcomes.${outcome}`)}</State>
  return <State state={runState}>{t(`runOutcomes.${runState}`)}</State>
}
