import { evaluateValue, type Question } from './evaluate.ts'

self.addEventListener('message', (event: MessageEvent<Question>) => {
  void evaluateValue(event.data).then((answer) => self.postMessage(answer))
})
