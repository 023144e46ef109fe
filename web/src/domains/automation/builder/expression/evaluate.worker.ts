import { evaluateValue, type Question } from './evaluate.ts'
import type { READY } from './evaluator.ts'

self.addEventListener('message', (event: MessageEvent<Question>) => {
  void evaluateValue(event.data).then((answer) => self.postMessage(answer))
})
self.postMessage('ready' satisfies typeof READY)
