import { Button, PasswordInput, Switch, TextInput } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { CopyField, Notice, SettingsSection } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { RoleMappings } from './RoleMappings.tsx'
import styles from './SignIn.module.css'
import { EMPTY_OIDC, faultAt, type OidcDraft } from './sign-in-draft.ts'
import { checkIssuer } from './sso.queries.ts'
import { useDirectory } from './useDirectory.ts'
import type { SignInForm } from './useSignInDraft.ts'

const OURS = ['oidcRedirectUrl', 'oidcLoginUrl'] as const

/** The OpenID provider: issuer, client, what it tells of people, and our addresses for it. */
export function OidcSection({ form }: { form: SignInForm }) {
  const { t } = useTranslation('admin')
  const { draft, edit, saved } = form
  const { oidc } = draft
  return (
    <SettingsSection title={t('signIn.oidcTitle')} text={t('signIn.oidcText')}>
      {oidc === null ? (
        <div>
          <Button onClick={() => edit({ oidc: EMPTY_OIDC })}>{t('signIn.oidcSetUp')}</Button>
        </div>
      ) : (
        <>
          <Switch
            label={t('signIn.oidcEnabled')}
            checked={draft.oidcEnabled}
            onChange={(event) => edit({ oidcEnabled: event.currentTarget.checked })}
          />
          <OidcFields form={form} oidc={oidc} />
          <div className={classes.row}>
            {saved.oidcEnabled ? (
              <Button
                component="a"
                href={saved.serviceProvider.oidcLoginUrl}
                target="_blank"
                rel="noopener"
                leftSection={<IconExternalLink size={14} stroke={1.7} aria-hidden />}
              >
                {t('signIn.test')}
              </Button>
            ) : (
              <span className={classes.quiet}>{t('signIn.testFirstOidc')}</span>
            )}
            <Button variant="subtle" onClick={() => edit({ oidc: null, oidcEnabled: false })}>
              {t('signIn.oidcRemove')}
            </Button>
          </div>
        </>
      )}
      <h3 className={classes.group}>{t('signIn.oursTitle')}</h3>
      <div className={styles.ours}>
        {OURS.map((key) => {
          const label = t(`signIn.ours.${key}`)
          return (
            <CopyField
              key={key}
              label={label}
              value={saved.serviceProvider[key]}
              copy={t('signIn.copy', { what: label.toLowerCase() })}
            />
          )
        })}
      </div>
    </SettingsSection>
  )
}

function OidcFields({ form, oidc }: { form: SignInForm; oidc: OidcDraft }) {
  const { t } = useTranslation('admin')
  const { edit, faults, saved } = form
  const directory = useDirectory()
  const change = (part: Partial<OidcDraft>) => edit({ oidc: { ...oidc, ...part } })
  const field = (name: 'clientId' | 'scopes' | 'nameClaim') => ({
    value: oidc[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
    error: faultAt(faults, `oidc.${name}`),
    spellCheck: false,
  })
  const setSecret = (text: string) => {
    const { clientSecret: _old, ...rest } = oidc
    edit({ oidc: text === '' ? rest : { ...rest, clientSecret: text } })
  }
  return (
    <>
      <Issuer oidc={oidc} error={faultAt(faults, 'oidc.issuer')} onChange={(issuer) => change({ issuer })} />
      <div className={classes.pair}>
        <TextInput label={t('signIn.clientId')} autoComplete="off" {...field('clientId')} />
        <PasswordInput
          label={t('signIn.clientSecret')}
          description={saved.oidc?.hasSecret === true ? t('signIn.secretKept') : t('signIn.secretHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          value={oidc.clientSecret ?? ''}
          onChange={(event) => setSecret(event.currentTarget.value)}
          error={faultAt(faults, 'oidc.clientSecret')}
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.secretShow'), tabIndex: 0 }}
        />
        <TextInput label={t('signIn.scopes')} {...field('scopes')} />
        <TextInput label={t('signIn.nameClaim')} {...field('nameClaim')} />
      </div>
      <Switch
        label={t('signIn.createUsers')}
        checked={oidc.createUsers}
        onChange={(event) => change({ createUsers: event.currentTarget.checked })}
      />
      <RoleMappings
        kind="claim"
        value={oidc.roleMappings}
        directory={directory}
        faults={faults}
        path="oidc.roleMappings"
        onChange={(roleMappings) => change({ roleMappings })}
      />
    </>
  )
}

interface IssuerProps {
  oidc: OidcDraft
  error: string | undefined
  onChange: (issuer: string) => void
}

function Issuer({ oidc, error, onChange }: IssuerProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const check = useMutation({ mutationFn: () => checkIssuer(accountId, oidc.issuer) })
  const failure = check.isError ? describeError(check.error) : null
  return (
    <>
      <div className={classes.rowEnd}>
        <TextInput
          className={classes.grow}
          label={t('signIn.issuer')}
          value={oidc.issuer}
          onChange={(event) => {
            check.reset()
            onChange(event.currentTarget.value)
          }}
          error={error}
          spellCheck={false}
        />
        <Button loading={check.isPending} disabled={oidc.issuer === ''} onClick={() => check.mutate()}>
          {t('signIn.check')}
        </Button>
      </div>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      {check.isSuccess && (
        <Notice>
          {t('signIn.checked', {
            authorization: check.data.authorizationEndpoint,
            token: check.data.tokenEndpoint,
          })}
        </Notice>
      )}
    </>
  )
}
