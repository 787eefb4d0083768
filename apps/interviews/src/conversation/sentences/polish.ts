import type { Sentences } from './sentences.ts';

export const POLISH: Sentences = {
  greeting: (topic) =>
    `Dzień dobry! Temat tej rozmowy: ${topic}\n\nProszę odpowiadać własnymi słowami albo napisać „skip”, aby pominąć pytanie.`,
  openQuestion: 'Co powinniśmy o tym wiedzieć?',
  followUps: [
    'Czy można prosić o przykład?',
    'Co w tym przeszkadza albo mogłoby działać lepiej?',
    'Co jeszcze jest ważne, a o czym nie rozmawialiśmy?',
  ],
  about: (title) => `Porozmawiajmy na ten temat: ${title}. Co powinniśmy o tym wiedzieć?`,
  closing: 'Dziękujemy! Rozmowa jest zakończona, a odpowiedzi zostały zapisane.',
  progress: (answered, questions) => `Pytania z odpowiedzią: ${answered} z ${questions}.`,
};
