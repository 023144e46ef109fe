import { MODEL_PROVIDERS, ModelProvider } from '@caseloom/contract/assistant/assistant-models'
import { Button, NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice, SettingsSection } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { formatDuration } from '../../../ui/time.ts'
import { faultAt, type Faults } from '../../../ui/draft/faults.ts'
import { numberOrNull, type Draft } from './model-draft.ts'
import type { ModelForm } from './useModelDraft.ts'

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

export function ModelProviderSection({ form }: { form: ModelForm }) {
  const { t } = useTranslation('admin')
  const { draft, edit } = form
  return (
    <SettingsSection title={t('model.providerTitle')} text={t('model.providerText')}>
      <Select
        label={t('model.fields.provider')}
        data={MODEL_PROVIDERS.map((value) => ({ value, label: t(`model.providers.${value}`) }))}
        value={draft.provider}
        allowDeselect={false}
        onChange={(value) => edit({ provider: ModelProvider.parse(value) })}
        error={faultAt(form.faults, 'provider')}
      />
      {draft.provider === 'none' ? (
        <Notice>{t('model.noneText')}</Notice>
      ) : (
        <>
          <Connection form={form} />
          <div className={classes.row}>
            <Button loading={form.trying} onClick={form.attempt}>
              {t('model.try')}
            </Button>
            <span className={classes.quiet}>{t('model.tryHint')}</span>
          </div>
          <div role="status">
            {form.tried !== null && (
              <Notice>
                {t('model.tried', {
                  text: form.tried.text,
                  time: formatDuration(form.tried.milliseconds),
                  tokens: form.tried.tokensIn + form.tried.tokensOut,
                })}
              </Notice>
            )}
          </div>
        </>
      )}
    </SettingsSection>
  )
}

function Connection({ form }: { form: ModelForm }) {
  const { t } = useTranslation('admin')
  const { draft, edit, faults, saved } = form
  return (
    <>
      <TextInput
        label={t('model.fields.baseUrl')}
        description={t(`model.addressHint.${draft.provider}`)}
        inputWrapperOrder={ORDER}
        value={draft.baseUrl}
        onChange={(event) => edit({ baseUrl: event.currentTarget.value.trim() })}
        error={faultAt(faults, 'baseUrl')}
        spellCheck={false}
        autoComplete="off"
      />
      <div className={classes.pair}>
        <TextInput
          label={t('model.fields.model')}
          description={t('model.modelHint')}
          inputWrapperOrder={ORDER}
          value={draft.model}
          onChange={(event) => edit({ model: event.currentTarget.value })}
          error={faultAt(faults, 'model')}
          spellCheck={false}
          autoComplete="off"
        />
        <PasswordInput
          label={t('model.fields.apiKey')}
          description={saved.hasKey ? t('model.keyStored') : t('model.keyHint')}
          inputWrapperOrder={ORDER}
          autoComplete="new-password"
          value={draft.apiKey}
          disabled={draft.forgetKey}
          onChange={(event) => edit({ apiKey: event.currentTarget.value })}
          error={faultAt(faults, 'apiKey')}
          visibilityToggleButtonProps={{ 'aria-label': t('model.keyShow'), tabIndex: 0 }}
        />
      </div>
      {saved.hasKey && draft.apiKey === '' && (
        <Switch
          label={t('model.forgetKey')}
          checked={draft.forgetKey}
          onChange={(event) => edit({ forgetKey: event.currentTarget.checked })}
        />
      )}
      <RequestSettings draft={draft} edit={edit} faults={faults} />
    </>
  )
}

interface RequestSettingsProps {
  draft: Draft
  edit: (change: Partial<Draft>) => void
  faults: Faults
}

function RequestSettings({ draft, edit, faults }: RequestSettingsProps) {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.pair}>
      <NumberInput
        label={t('model.fields.temperature')}
        description={t('model.temperatureHint')}
        inputWrapperOrder={ORDER}
        min={0}
        max={2}
        step={0.1}
        value={draft.temperature ?? ''}
        onChange={(value) => edit({ temperature: numberOrNull(value) })}
        error={faultAt(faults, 'temperature')}
      />
      <NumberInput
        label={t('model.fields.timeoutSeconds')}
        description={t('model.timeoutHint')}
        inputWrapperOrder={ORDER}
        min={1}
        max={300}
        allowDecimal={false}
        value={draft.timeoutSeconds}
        onChange={(value) => edit({ timeoutSeconds: Number(value) })}
        error={faultAt(faults, 'timeoutSeconds')}
      />
    </div>
  )
}
