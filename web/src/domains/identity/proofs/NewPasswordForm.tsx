import { Button, PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useContractForm } from '../../../data/use-contract-form.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import classes from './SignIn.module.css'
import { useAttemptLimit } from './useAttemptLimit.ts'

const MIN_LENGTH = 10
const Passwords = z
  .object({ currentPassword: z.string(), password: z.string().min(MIN_LENGTH).max(200), confirm: z.string() })
  .refine((values) => values.confirm === values.password, { path: ['confirm'], params: { code: 'differs' } })

interface NewPasswordFormProps {
  email: string
  size: 'lg' | 'sm'
  submitText: string
  asksCurrent?: boolean
  save: (values: { currentPassword: string; password: string }) => Promise<unknown>
  onSaved: () => void
  onFailed?: (error: unknown) => Record<string, string> | undefined | void
  children?: ReactNode
}

/** The server rates how easily the password is guessed; shown at the field. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { email, size, asksCurrent = false } = props
  const { t } = useTranslation('identity')
  const limit = useAttemptLimit()
  const { form, submit, saving, failure } = usePasswordForm(asksCurrent, limit, props)
  const field = (name: 'currentPassword' | 'password' | 'confirm') => ({
    ...form.getInputProps(name),
    size,
    label: t(`setPassword.${name}`),
    visibilityToggleButtonProps: {
      'aria-label': t('setPassword.show', { field: t(`setPassword.${name}`) }),
      tabIndex: 0,
    },
  })
  return (
    <form onSubmit={submit} noValidate className={classes.fields}>
      <ErrorSummary message={limit.text ?? failure?.text} />
      {/* Lets password managers know whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {asksCurrent && (
        <PasswordInput
          {...field('currentPassword')}
          autoComplete="current-password"
          data-autofocus
          autoFocus
        />
      )}
      <PasswordInput
        {...field('password')}
        description={
          form.errors['password'] === undefined ? t('setPassword.hint', { count: MIN_LENGTH }) : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        autoFocus={!asksCurrent}
      />
      <PasswordInput {...field('confirm')} autoComplete="new-password" />
      <div className={classes.submitRow} data-size={size}>
        <Button type="submit" size={size} variant="filled" loading={saving} fullWidth={size === 'lg'}>
          {props.submitText}
        </Button>
        {props.children}
      </div>
    </form>
  )
}

function usePasswordForm(
  asksCurrent: boolean,
  limit: ReturnType<typeof useAttemptLimit>,
  props: NewPasswordFormProps,
) {
  const { t } = useTranslation('identity')
  const { form, submit, saving, failure } = useContractForm({
    schema: asksCurrent
      ? Passwords.refine((values) => values.currentPassword !== '', { path: ['currentPassword'] })
      : Passwords,
    initialValues: { currentPassword: '', password: '', confirm: '' },
    words: (field) => {
      if (field === 'currentPassword') return t('setPassword.currentMissing')
      return field === 'confirm' ? t('setPassword.differs') : t('setPassword.short', { count: MIN_LENGTH })
    },
    save: ({ currentPassword, password }) => {
      limit.note(null)
      return props.save({ currentPassword, password })
    },
    onSaved: props.onSaved,
    onFailed: (error) => {
      limit.note(error)
      return props.onFailed?.(error) ?? undefined
    },
  })
  return { form, submit, saving, failure }
}
