import { NumberInput, Switch, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { faultAt } from '../../../ui/draft/faults.ts'
import { type SignInDraft } from './sign-in-draft.ts'
import type { SignInForm } from './useSignInDraft.ts'

export function SignInPolicy({ form }: { form: SignInForm }) {
  const { t } = useTranslation('admin')
  const { draft, edit, faults } = form
  return (
    <>
      <SettingsSection title={t('signIn.policyTitle')} text={t('signIn.policyText')}>
        <Switch
          label={t('signIn.password')}
          description={t('signIn.passwordHint')}
          checked={draft.passwordAllowed}
          onChange={(event) => edit({ passwordAllowed: event.currentTarget.checked })}
        />
        <Switch
          label={t('signIn.mfa')}
          description={t('signIn.mfaHint')}
          checked={draft.mfaRequired}
          error={faultAt(faults, 'mfaRequired')}
          onChange={(event) => edit({ mfaRequired: event.currentTarget.checked })}
        />
      </SettingsSection>
      <SessionLimits draft={draft} edit={edit} faults={faults} />
      <SettingsSection title={t('signIn.domainsTitle')} text={t('signIn.domainsText')}>
        <TagsInput
          label={t('signIn.domains')}
          description={t('signIn.domainsHint')}
          value={[...draft.emailDomains]}
          onChange={(domains) => edit({ emailDomains: domains.map((one) => one.trim().toLowerCase()) })}
          error={faultAt(faults, 'emailDomains')}
        />
      </SettingsSection>
    </>
  )
}

interface SessionLimitsProps {
  draft: SignInDraft
  edit: (change: Partial<SignInDraft>) => void
  faults: Readonly<Record<string, string>>
}

function SessionLimits({ draft, edit, faults }: SessionLimitsProps) {
  const { t } = useTranslation('admin')
  return (
    <SettingsSection title={t('signIn.sessionsTitle')} text={t('signIn.sessionsText')}>
      <div className={classes.pair}>
        <NumberInput
          label={t('signIn.idle')}
          min={5}
          max={10_080}
          allowDecimal={false}
          value={draft.idleMinutes}
          onChange={(value) => edit({ idleMinutes: Number(value) })}
          error={faultAt(faults, 'idleMinutes')}
        />
        <NumberInput
          label={t('signIn.absolute')}
          min={1}
          max={720}
          allowDecimal={false}
          value={draft.absoluteHours}
          onChange={(value) => edit({ absoluteHours: Number(value) })}
          error={faultAt(faults, 'absoluteHours')}
        />
      </div>
    </SettingsSection>
  )
}
