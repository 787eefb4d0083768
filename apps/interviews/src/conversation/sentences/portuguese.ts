import type { Sentences } from './sentences.ts';

export const PORTUGUESE: Sentences = {
  greeting: (topic) =>
    `Olá! Esta entrevista é sobre: ${topic}\n\nResponda com as suas próprias palavras, ou escreva “skip” para saltar uma pergunta.`,
  openQuestion: 'O que devemos saber sobre isso?',
  followUps: [
    'Pode dar um exemplo?',
    'O que atrapalha, ou o que poderia funcionar melhor?',
    'Há mais alguma coisa importante de que não tenhamos falado?',
  ],
  about: (title) => `Vamos falar sobre este tema: ${title}. O que devemos saber sobre isso?`,
  closing: 'Obrigado! A entrevista terminou, e as suas respostas ficaram registadas.',
  progress: (answered, questions) => `Perguntas respondidas: ${answered} de ${questions}.`,
};
