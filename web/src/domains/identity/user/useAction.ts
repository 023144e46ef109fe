import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { toast } from '../../../ui/toast.tsx'
import { PasskeyGivenUp } from '../proofs/passkey.ts'
import { ProofGivenUp } from './ProofDialog.tsx'

/** Runs an action behind a button: failures are shown in a toast, cancellation isn't. */
export function useAction<Input, Result>(options: {
  act: (input: Input) => Promise<Result>
  onDone?: (result: Result, input: Input) => void
}) {
  const { t } = useTranslation('user')
  return useMutation({
    mutationFn: options.act,
    onSuccess: (result, input) => options.onDone?.(result, input),
    onError: (error) => {
      if (error instanceof ProofGivenUp) return
      if (error instanceof PasskeyGivenUp) {
        toast({ kind: 'info', title: t(error.message === 'known' ? 'passkeys.known' : 'passkeys.givenUp') })
        return
      }
      const said = describeError(error)
      toast({ kind: 'error', title: said.title ?? t('notDone'), text: said.text })
    },
  })
}
