import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonView } from '../../../../ui/JsonView.tsx'
import type { Samples } from '../expression/known-names.ts'
import { LazyCodeEditor } from '../../../../ui/expression/LazyCodeEditor.tsx'
import { SampleSource } from '../samples/SampleSource.tsx'
import { type OwnSamples, useOwnSamples, useSamples } from '../samples/samples.ts'
import { jsonOf } from '../parts/json-of.ts'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'

export function SampleField({ trigger }: { trigger: string }) {
  const { t } = useTranslation('panel')
  const { samples, run } = useSamples()
  const [own, setOwn] = useOwnSamples()
  const [text, setText] = useState<string | null>(null)
  const read = text === null ? undefined : jsonOf(text)
  return (
    <Section title={t('sample.title')}>
      {text === null ? (
        <SampleTools
          trigger={trigger}
          samples={samples}
          own={own}
          run={run}
          setText={setText}
          setOwn={setOwn}
        />
      ) : (
        <SampleEditor text={text} read={read} setText={setText} setOwn={setOwn} />
      )}
    </Section>
  )
}

interface SampleToolsProps {
  trigger: string
  samples: Samples
  own: OwnSamples
  run: ReturnType<typeof useSamples>['run']
  setText: (next: string | null) => void
  setOwn: (change: (own: OwnSamples) => OwnSamples) => void
}

function SampleTools({ trigger, samples, own, run, setText, setOwn }: SampleToolsProps) {
  const { t } = useTranslation('panel')
  return (
    <>
      <SampleSource trigger={trigger} />
      {samples.trigger === undefined ? (
        <p className={classes.note}>{t('sample.none')}</p>
      ) : (
        <JsonView
          title={t('sample.value')}
          value={samples.trigger}
          maxHeight={240}
          note={
            own.trigger !== undefined || run === null
              ? t('sample.own')
              : t('sample.run', { number: run.number })
          }
        />
      )}
      <div className={classes.buttons}>
        <Button onClick={() => setText(JSON.stringify(samples.trigger ?? { body: {} }, null, 2))}>
          {t('sample.paste')}
        </Button>
        {own.trigger !== undefined && (
          <Button variant="subtle" onClick={() => setOwn(({ trigger: _gone, ...rest }) => rest)}>
            {t('sample.forget')}
          </Button>
        )}
      </div>
    </>
  )
}

interface SampleEditorProps {
  text: string
  read: JsonValue | undefined
  setText: (next: string | null) => void
  setOwn: (change: (own: OwnSamples) => OwnSamples) => void
}

function SampleEditor({ text, read, setText, setOwn }: SampleEditorProps) {
  const { t } = useTranslation('panel')
  return (
    <>
      <LazyCodeEditor
        language="json"
        label={t('sample.json')}
        value={text}
        invalid={read === undefined}
        onChange={setText}
      />
      {read === undefined && <p className={classes.fault}>{t('sample.noJson')}</p>}
      <div className={classes.buttons}>
        <Button
          variant="filled"
          disabled={read === undefined}
          onClick={() => {
            if (read !== undefined) setOwn((before) => ({ ...before, trigger: read }))
            setText(null)
          }}
        >
          {t('sample.use')}
        </Button>
        <Button variant="subtle" onClick={() => setText(null)}>
          {t('sample.cancel')}
        </Button>
      </div>
    </>
  )
}
