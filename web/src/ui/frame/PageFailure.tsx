import { Centred, Content, PageFrame } from './Frame.tsx'
import { type ErrorView, StateCard } from '../StateCard.tsx'

/** A page whose main resource failed to load: the frame stays, the card explains and offers a retry. */
export function PageFailure(props: { title: string; error: ErrorView; onRetry: () => void }) {
  return (
    <PageFrame>
      <Content>
        <Centred>
          <StateCard level={1} {...props} />
        </Centred>
      </Content>
    </PageFrame>
  )
}
