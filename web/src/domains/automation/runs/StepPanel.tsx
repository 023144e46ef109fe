import { builtInActions, DEFAULT_TIMEOUT_MS } from '@caseloom/playbook/actions'
import { casesOf, type Edge, edgesInto, type Step } from '@caseloom/playbook/document'
import { splitTemplate, wholeExpression } from '@caseloom/playbook/template-text'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import type { GraphDocument } from '../graph/graph-document.ts'
import { Expression, InputValue } from '../shared/InputValue.tsx'
import { Fact, PanelSection } from '../shared/Panel.tsx'
import { triggerNode } from '../shared/run-summary.ts'
import type { Translate } from '../shared/translate.ts'

interface StepDefinitionProps {
  step: Step
  document: GraphDocument
  onGo: (node: string) => void
}

export function StepDefinition({ step, document, onGo }: StepDefinitionProps) {
  const { t } = useTranslation('automation')
  const inputs = Object.entries(step.with)
  return (
    <>
      {step.description !== undefined && <p className={classes.prose}>{step.description}</p>}
      <PanelSection title={t('step.action')}>
        <p className={classes.prose}>
          {builtInActions.get(step.action)?.title ?? t('step.unknownAction')}{' '}
          <code className={classes.literal}>{step.action}</code>
        </p>
      </PanelSection>
      <PanelSection title={t('step.inputs')}>
        {inputs.length === 0 && <p className={classes.prose}>{t('step.noInputs')}</p>}
        {inputs.map(([name, value]) => (
          <Fact key={name} label={name}>
            <InputValue value={value} />
          </Fact>
        ))}
      </PanelSection>
      <PanelSection title={t('step.order')}>
        <Incoming step={step} document={document} onGo={onGo} />
        <Outgoing step={step} document={document} onGo={onGo} />
      </PanelSection>
      <PanelSection title={t('step.failure')}>
        <Fact label={t('step.retry')}>{retryText(t, step)}</Fact>
        <Fact label={t('step.timeout')}>{timeoutText(t, step)}</Fact>
      </PanelSection>
    </>
  )
}

function retryText(t: Translate, { retry }: Step): string {
  if (retry === undefined || retry.attempts === 1) return t('step.noRetry')
  const { attempts, from, to, backoff } = retry
  return backoff === 'fixed'
    ? t('step.retryFixed', { attempts, from })
    : t('step.retryGrowing', { attempts, from, to })
}

function timeoutText(t: Translate, step: Step): string {
  if (step.timeout !== undefined) return step.timeout
  const spec = builtInActions.get(step.action)
  if (spec !== undefined && spec.kind !== 'effect') return t('step.noTimeout')
  return t('step.usualTimeout', { time: formatDuration(spec?.timeoutMs ?? DEFAULT_TIMEOUT_MS) })
}

function Incoming({ step, document, onGo }: StepDefinitionProps) {
  const { t } = useTranslation('automation')
  const edges = edgesInto(step)
  if (edges.length === 0) {
    return (
      <Fact label={t('step.after')}>
        {document.triggers.length === 0
          ? t('step.start')
          : document.triggers.map(({ key, title }) => (
              <StepLink key={key} node={triggerNode(key)} title={title ?? key} onGo={onGo} />
            ))}
      </Fact>
    )
  }
  return (
    <Fact label={edges.length === 1 ? t('step.after') : t(`step.join.${step.join}`)}>
      <ul className={classes.edges}>
        {edges.map((edge, at) => (
          <li key={at}>
            <StepLink node={edge.step} title={titleOf(document, edge.step)} onGo={onGo} />{' '}
            <Condition edge={edge} />
          </li>
        ))}
      </ul>
    </Fact>
  )
}

function Outgoing({ step, document, onGo }: StepDefinitionProps) {
  const { t } = useTranslation('automation')
  const next = document.steps.flatMap((other) =>
    edgesInto(other)
      .filter((edge) => edge.step === step.key)
      .map((edge) => ({ other, edge })),
  )
  return (
    <Fact label={t('step.next')}>
      {next.length === 0 ? (
        t('step.end')
      ) : (
        <ul className={classes.edges}>
          {next.map(({ other, edge }, at) => (
            <li key={at}>
              <StepLink node={other.key} title={other.title ?? other.key} onGo={onGo} />{' '}
              <Condition edge={edge} />
            </li>
          ))}
        </ul>
      )}
    </Fact>
  )
}

function titleOf(document: GraphDocument, key: string): string {
  return document.steps.find((step) => step.key === key)?.title ?? key
}

function StepLink({ node, title, onGo }: { node: string; title: string; onGo: (node: string) => void }) {
  return (
    <button type="button" className={classes.stepLink} onClick={() => onGo(node)}>
      {title}
    </button>
  )
}

function Condition({ edge }: { edge: Edge }) {
  const { t } = useTranslation('automation')
  const cases = casesOf(edge)
  return (
    <>
      {edge.on !== 'success' && <span className={classes.quiet}>{t(`step.on.${edge.on}`)} </span>}
      {cases !== undefined && (
        <span className={classes.quiet}>{t('step.case', { cases: cases.join(', ') })} </span>
      )}
      {edge.when !== undefined && <When source={edge.when} />}
    </>
  )
}

export function When({ source }: { source: string }) {
  return <Expression source={bare(source)} />
}

function bare(source: string): string {
  try {
    return wholeExpression(splitTemplate(source))?.source ?? source
  } catch {
    return source
  }
}
