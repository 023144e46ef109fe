import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SignIn.module.css'

export const CODE_LENGTH = 6

interface CodeInputProps {
  size?: 'lg' | 'sm'
  pending: boolean
  error: string | undefined
  onCode: (code: string) => void
}

/** Submits automatically after the sixth digit. */
export function CodeInput({ size = 'lg', pending, error, onCode }: CodeInputProps) {
  const { t } = useTranslation('identity')
  const [code, setCode] = useState('')
  const take = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
    setCode(digits)
    if (digits.length === CODE_LENGTH && digits !== code && !pending) onCode(digits)
  }
  return (
    <form
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === CODE_LENGTH && !pending) onCode(code)
      }}
    >
      <TextInput
        size={size}
        label={t('factor.code')}
        description={t('factor.codeHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={code}
        onChange={(event) => take(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        data-autofocus
        classNames={{ input: classes.code ?? '' }}
      />
      <Button type="submit" size={size} variant="filled" fullWidth loading={pending}>
        {t('factor.submit')}
      </Button>
    </form>
  )
}

export function RecoveryInput({ size = 'lg', pending, error, onCode }: CodeInputProps) {
  const { t } = useTranslation('identity')
  const [code, setCode] = useState('')
  return (
    <form
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && !pending) onCode(code.trim())
      }}
    >
      <TextInput
        size={size}
        label={t('factor.recovery')}
        description={t('factor.recoveryHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={error}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        data-autofocus
        classNames={{ input: classes.code ?? '' }}
      />
      <Button type="submit" size={size} variant="filled" fullWidth loading={pending}>
        {t('factor.submit')}
      </Button>
    </form>
  )
}
