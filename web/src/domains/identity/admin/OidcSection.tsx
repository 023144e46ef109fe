import { Button, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { ProviderSection } from './ProviderSection.tsx'
import { RoleMappings } from './RoleMappings.tsx'
import { faultAt } from '../../../ui/draft/faults.ts'
import { EMPTY_OIDC, type OidcDraft } from './sign-in-draft.ts'
import { checkIssuer } from './sso.queries.ts'
import { useDirectory } from './useDirectory.ts'
import type { SignInForm } from './useSignInDraft.ts'

export function OidcSection({ form }: { form: SignInForm }) {
  const { draft, edit } = form
  const { oidc } = draft
  return (
    <ProviderSection
      form={form}
      of="oidc"
      onSetUp={() => edit({ oidc: EMPTY_OIDC })}
      onRemove={() => edit({ oidc: null, oidcEnabled: false })}
    >
      {oidc === null ? null : <OidcFields form={form} oidc={oidc} />}
    </ProviderSection>
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
          description={saved.oidc?.hasSecret === true ? t('signIn.secretStored') : t('signIn.secretHint')}
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
