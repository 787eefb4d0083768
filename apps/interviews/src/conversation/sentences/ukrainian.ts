import type { Sentences } from './sentences.ts';

export const UKRAINIAN: Sentences = {
  greeting: (topic) =>
    `Вітаємо! Тема цього інтерв’ю: ${topic}\n\nВідповідайте своїми словами або напишіть «skip», щоб пропустити запитання.`,
  openQuestion: 'Що нам слід про це знати?',
  followUps: [
    'Чи можете навести приклад?',
    'Що заважає або могло б працювати краще?',
    'Що ще важливо, про що ми не поговорили?',
  ],
  about: (title) => `Поговоримо на таку тему: ${title}. Що нам слід про це знати?`,
  closing: 'Дякуємо! Інтерв’ю завершено, і ваші відповіді збережено.',
  progress: (answered, questions) => `Запитання з відповіддю: ${answered} з ${questions}.`,
};
