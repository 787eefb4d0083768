import type { Sentences } from './sentences.ts';

export const RUSSIAN: Sentences = {
  greeting: (topic) =>
    `Здравствуйте! Тема этого интервью: ${topic}\n\nОтвечайте своими словами или напишите «skip», чтобы пропустить вопрос.`,
  openQuestion: 'Что нам следует об этом знать?',
  followUps: [
    'Можете привести пример?',
    'Что мешает или могло бы работать лучше?',
    'Что ещё важно, о чём мы не поговорили?',
  ],
  about: (title) => `Поговорим на такую тему: ${title}. Что нам следует об этом знать?`,
  closing: 'Спасибо! Интервью завершено, и ваши ответы сохранены.',
  progress: (answered, questions) => `Отвечено на вопросы: ${answered} из ${questions}.`,
};
