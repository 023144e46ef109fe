import type { ApprovalView } from '@caseloom/contract/automation/approvals'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Content, PageFrame } from '../../../ui/frame/Frame.tsx'
import { ShapeGlyph } from '../../../ui/glyphs/State.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { Markdown } from '../../../ui/rich-text/Markdown.tsx'
import { TimeAgo } from '../../../ui/Times.tsx'
import { automationEn } from '../shared/automation.en.ts'
import { AnswerPanel } from './AnswerPanel.tsx'
import { AnswerValues } from './AnswerValues.tsx'
import { Consequence } from './Consequence.tsx'
import classes from './People.module.css'
import { peopleEn } from './people.en.ts'
import { questionQuery } from '../shared/people.queries.ts'
import { QuestionState } from './question-columns.tsx'
import { LOOKS } from './question-state.ts'
import { QuestionFacts } from './QuestionFacts.tsx'

addTexts('automation', automationEn)
addTexts('people', peopleEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/inbox/$approvalId')

export function QuestionPage() {
  const { t } = useTranslation('people')
  const { t: word } = useTranslation('automation')
  const scope = useTenantScope()
  const { approvalId } = route.useParams()
  const query = useQuery(questionQuery(scope.tenantId, approvalId))
  useBreadcrumbs([
    { label: word('orchestration'), to: paths.orchestration(scope) },
    { label: t('inbox'), to: paths.inbox(scope) },
  ])
  usePageTitle(query.data?.title ?? t('question'), t('inbox'))
  if (query.data === undefined && query.isError)
    return (
      <PageFailure
        title={t('page.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <PageFrame>
      <Content padding="record">
        {query.data !== undefined && <Question key={approvalId} one={query.data} />}
      </Content>
    </PageFrame>
  )
}

function Question({ one }: { one: ApprovalView }) {
  const { t } = useTranslation('people')
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <header className={classes.head}>
          <h1 className={classes.title}>{one.title}</h1>
          <div className={classes.marks}>
            <QuestionState state={one.state} t={t} />
            <span>{t(`kinds.${one.kind}`)}</span>
          </div>
        </header>
        {one.text !== null && <Markdown text={one.text} />}
        {one.next !== null && <Consequence next={one.next} />}
        <AnswerPanel one={one} />
        <section>
          <h2 className={classes.heading}>{t('page.answers')}</h2>
          <Answers one={one} />
        </section>
      </div>
      <QuestionFacts one={one} />
    </div>
  )
}

function Answers({ one }: { one: ApprovalView }) {
  const { t } = useTranslation('people')
  if (one.answers.length === 0 && one.delegations.length === 0)
    return <p className={classes.quiet}>{t(one.state === 'open' ? 'page.noAnswers' : 'page.noLonger')}</p>
  return (
    <ul className={classes.answers}>
      {one.answers.map((answer) => (
        <li key={`${answer.at} ${answer.by.id ?? answer.by.name}`} className={classes.answer}>
          <ShapeGlyph {...LOOKS[answer.verdict ?? 'answered']} />
          <div className={classes.answerBody}>
            <span>
              <strong>{answer.by.name}</strong> {t(`page.said.${answer.verdict ?? 'filled'}`)}{' '}
              {answer.delegatedFrom !== null && t('page.for', { name: answer.delegatedFrom })}{' '}
              <span className={classes.quiet}>
                <TimeAgo at={answer.at} />
              </span>
            </span>
            {answer.comment !== null && <span>{answer.comment}</span>}
            {answer.values !== null && <AnswerValues schema={one.schema ?? {}} values={answer.values} />}
          </div>
        </li>
      ))}
      {one.delegations.map((each) => (
        <li key={`${each.from} ${each.to}`} className={classes.answer}>
          <ShapeGlyph shape="up" hue="gray" />
          <span className={classes.quiet}>
            {t('page.delegated', { from: each.from, to: each.to })} <TimeAgo at={each.at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
