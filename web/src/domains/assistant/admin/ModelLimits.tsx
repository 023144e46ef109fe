import type { ModelUsage, ModelSettings } from '@caseloom/contract/assistant/assistant-models'
import { NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../../ui/admin/DockPanel.tsx'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { formatCount } from '../../../ui/time.ts'
import { faultAt, type Faults } from '../../../ui/draft/faults.ts'
import { numberOrNull, type Draft } from './model-draft.ts'
import { moneyText } from './money.ts'
import type { ModelForm } from './useModelDraft.ts'

const LIMITS = ['questionsPerUserPerHour', 'tokensPerDay', 'costPerMonth'] as const
const PRICES = ['inputPerMillion', 'outputPerMillion'] as const

export function ModelLimits({ form }: { form: ModelForm }) {
  const { t } = useTranslation('admin')
  const { draft, edit, faults, saved } = form
  const { limits, prices } = draft
  return (
    <>
      <SettingsSection title={t('model.limitsTitle')} text={t('model.limitsText')}>
        <div className={classes.pair}>
          {LIMITS.map((name) => (
            <NumberInput
              key={name}
              label={t(`model.fields.${name}`)}
              placeholder={t('model.noLimit')}
              min={0}
              allowDecimal={name === 'costPerMonth'}
              thousandSeparator=","
              value={limits[name] ?? ''}
              onChange={(value) => edit({ limits: { ...limits, [name]: numberOrNull(value) } })}
              error={faultAt(faults, `limits.${name}`)}
            />
          ))}
          <NumberInput
            label={t('model.fields.maxOutputTokens')}
            min={64}
            max={32_000}
            allowDecimal={false}
            thousandSeparator=","
            value={draft.maxOutputTokens}
            onChange={(value) => edit({ maxOutputTokens: Number(value) })}
            error={faultAt(faults, 'maxOutputTokens')}
          />
        </div>
      </SettingsSection>
      <PriceSettings prices={prices} edit={edit} faults={faults} usedText={usedText} saved={saved} />
    </>
  )
  function usedText({ questions, tokensIn, tokensOut, cost }: ModelUsage): string {
    return t('model.usedText', {
      questions: formatCount(questions),
      tokens: formatCount(tokensIn + tokensOut),
      cost: moneyText(cost, saved.prices.currency),
    })
  }
}

interface PriceSettingsProps {
  prices: Draft['prices']
  edit: (change: Partial<Draft>) => void
  faults: Faults
  usedText: (used: ModelSettings['used']['today']) => string
  saved: ModelSettings
}

function PriceSettings({ prices, edit, faults, usedText, saved }: PriceSettingsProps) {
  const { t } = useTranslation('admin')
  return (
    <SettingsSection title={t('model.pricesTitle')} text={t('model.pricesText')}>
      <div className={classes.pair}>
        {PRICES.map((name) => (
          <NumberInput
            key={name}
            label={t(`model.fields.${name}`)}
            min={0}
            value={prices[name]}
            onChange={(value) => edit({ prices: { ...prices, [name]: Number(value) } })}
            error={faultAt(faults, `prices.${name}`)}
          />
        ))}
        <TextInput
          label={t('model.fields.currency')}
          value={prices.currency}
          maxLength={3}
          onChange={(event) =>
            edit({ prices: { ...prices, currency: event.currentTarget.value.toUpperCase() } })
          }
          error={faultAt(faults, 'prices.currency')}
        />
      </div>
      <FactList
        facts={(['today', 'month'] as const).map((span) => [
          t(`model.used.${span}`),
          usedText(saved.used[span]),
        ])}
      />
    </SettingsSection>
  )
}
