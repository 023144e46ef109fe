import type { ApprovalView } from '@caseloom/contract/automation/approvals'
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx'
import { DelegateDialog } from './DelegateDialog.tsx'
import { FormFields, type FormState, useFormState } from './FormFields.tsx'
import classes from './People.module.css'
import { type GivenAnswer, sendAnswer } from '../shared/people.queries.ts'

interface AnswerPanelProps {
  one: ApprovalView
  /** A link to the request, for a compact panel: it has no frame, and the comment appears when it is needed. */
  details?: ReactNode
  /** After a form was sent. */
  onAnswered?: (() => void) | undefined
}

export function AnswerPanel({ one, details, onAnswered }: AnswerPanelProps) {
  const { t } = useTranslation('people')
  if (one.state !== 'open') return <p className={classes.notice}>{t(`over.${one.state}`)}</p>
  if (!one.can.answer) {
    return <p className={classes.notice}>{t(`why.${one.can.whyNot ?? 'notAsked'}`)}</p>
  }
  return one.kind === 'form' ? <FormAnswer {...{ one, onAnswered }} /> : <Vote {...{ one, details }} />
}

function useAnswer(one: ApprovalView, onFailed: (error: unknown) => void) {
  const { t } = useTranslation('people')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: keys.kind(tenantId, 'approvals') })
  return useMutation({
    mutationFn: (answer: GivenAnswer) => sendAnswer(tenantId, one.id, answer),
    onSuccess: (after) => {
      client.setQueryData(keys.one(tenantId, 'approvals', one.id), after)
      toast({ kind: 'success', title: t('answer.sent') })
      void refresh()
    },
    onError: (error) => {
      if (hasCode(error, 'approval.over', 'approval.not_asked')) {
        toast({ kind: 'error', title: t('answer.failed'), text: error.detail ?? t('answer.gone') })
        void refresh()
      }
      onFailed(error)
    },
  })
}

/** A decision with its comment, which a rejection needs. */
function useVote(one: ApprovalView, compact: boolean) {
  const { t } = useTranslation('people')
  const box = useRef<HTMLTextAreaElement>(null)
  const [isCommenting, setIsCommenting] = useState(!compact)
  const [comment, setComment] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const answer = useAnswer(one, (error) => {
    const { comment: commentFault } = fieldFaults(error, ['comment'])
    if (commentFault !== undefined) setFault(commentFault)
  })
  const say = (verdict: 'approved' | 'refused') => {
    const words = comment.trim()
    if (verdict === 'refused' && !isCommenting) return setIsCommenting(true)
    if (verdict === 'refused' && words === '') {
      setFault(t('answer.commentNeeded'))
      box.current?.focus()
      return
    }
    setFault(null)
    answer.mutate({ verdict, ...(words === '' ? {} : { comment: words }) })
  }
  const beginComment = () => setIsCommenting(true)
  return { answer, say, isCommenting, beginComment, field: { box, comment, fault, setComment, setFault } }
}

function Vote({ one, details }: Pick<AnswerPanelProps, 'one' | 'details'>) {
  const { t } = useTranslation('people')
  const [delegating, setDelegating] = useState(false)
  const compact = details !== undefined
  const { answer, say, isCommenting, beginComment, field } = useVote(one, compact)
  const failure = answer.isError && field.fault === null ? describeError(answer.error) : null
  return (
    <section
      className={compact ? classes.vote : classes.panel}
      // Several may be on one page: they are no landmarks of it.
      role={compact ? 'group' : undefined}
      aria-label={t('answer.title')}
    >
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      {isCommenting && <CommentField {...field} focused={compact} />}
      <div className={classes.buttons}>
        <Button variant="filled" loading={answer.isPending} onClick={() => say('approved')}>
          {t('answer.approve')}
        </Button>
        <Button disabled={answer.isPending} onClick={() => say('refused')}>
          {t('answer.refuse')}
        </Button>
        <span className={classes.gap} />
        {!isCommenting && (
          <Button variant="subtle" disabled={answer.isPending} onClick={beginComment}>
            {t('answer.comment')}
          </Button>
        )}
        {one.can.delegate && (
          <Button variant="subtle" disabled={answer.isPending} onClick={() => setDelegating(true)}>
            {t('answer.delegate')}
          </Button>
        )}
        {details}
      </div>
      {delegating && <DelegateDialog one={one} onClose={() => setDelegating(false)} />}
      <UnsavedGuard when={field.comment.trim() !== '' && !answer.isSuccess} />
    </section>
  )
}

interface CommentFieldProps {
  box: RefObject<HTMLTextAreaElement | null>
  /** Gets the focus when it appears. */
  focused: boolean
  comment: string
  fault: string | null
  setComment: (next: string) => void
  setFault: (next: string | null) => void
}

function CommentField({ box, focused, comment, fault, setComment, setFault }: CommentFieldProps) {
  const { t } = useTranslation('people')
  useEffect(() => {
    if (focused) box.current?.focus()
  }, [box, focused])
  return (
    <Textarea
      ref={box}
      label={t('answer.comment')}
      description={t('answer.commentHint')}
      data-path="comment"
      autosize
      minRows={2}
      maxRows={10}
      maxLength={5000}
      value={comment}
      error={fault}
      onChange={(event) => {
        setComment(event.currentTarget.value)
        setFault(null)
      }}
    />
  )
}

function FormAnswer({ one, onAnswered }: Pick<AnswerPanelProps, 'one' | 'onAnswered'>) {
  const { t } = useTranslation('people')
  const form: FormState = useFormState(one.schema ?? {})
  const answer = useAnswer(one, form.fail)
  return (
    <section className={classes.panel} aria-label={t('answer.title')}>
      <FormFields
        form={form}
        submit={t('answer.submit')}
        sending={answer.isPending}
        failure={answer.isError ? describeError(answer.error) : null}
        onSubmit={() => answer.mutate({ values: form.value }, { onSuccess: () => onAnswered?.() })}
      />
      <UnsavedGuard when={form.changed && !answer.isSuccess} />
    </section>
  )
}
