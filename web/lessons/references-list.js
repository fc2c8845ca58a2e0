/**
 * @typedef {{ authors: string, year: number, title: string, where: string, link: string, why: string }} Reference
 * @type {Reference[]} by year
 */
export const REFERENCES = [
  {
    authors: "D. Bahdanau, K. Cho, Y. Bengio", year: 2015, title: "Neural Machine Translation by Jointly Learning to Align and Translate",
    where: "ICLR 2015, arXiv:1409.0473", link: "https://arxiv.org/abs/1409.0473",
    why: "Attention over the words of the source sentence, with scores from a small network instead of a dot product.",
  },
  {
    authors: "M.-T. Luong, H. Pham, C. D. Manning", year: 2015, title: "Effective Approaches to Attention-based Neural Machine Translation",
    where: "EMNLP 2015, arXiv:1508.04025", link: "https://arxiv.org/abs/1508.04025",
    why: "Compares ways of scoring, the plain dot product among them.",
  },
  {
    authors: "J. L. Ba, J. R. Kiros, G. E. Hinton", year: 2016, title: "Layer Normalization",
    where: "arXiv:1607.06450", link: "https://arxiv.org/abs/1607.06450",
    why: "The normalising of each row that goes before attention in the trained model here.",
  },
  {
    authors: "A. Vaswani, N. Shazeer, N. Parmar, J. Uszkoreit, L. Jones, A. N. Gomez, Ł. Kaiser, I. Polosukhin", year: 2017, title: "Attention Is All You Need",
    where: "NIPS 2017, arXiv:1706.03762", link: "https://arxiv.org/abs/1706.03762",
    why: "The equation of this page: scaled dot-product attention, several heads, the reason for √dₖ.",
  },
  {
    authors: "D. Cer et al.", year: 2018, title: "Universal Sentence Encoder",
    where: "arXiv:1803.11175", link: "https://arxiv.org/abs/1803.11175",
    why: "The family of sentence encoders that the trained model here belongs to.",
  },
  {
    authors: "T. Kudo", year: 2018, title: "Subword Regularization: Improving Neural Network Translation Models with Multiple Subword Candidates",
    where: "ACL 2018, arXiv:1804.10959", link: "https://arxiv.org/abs/1804.10959",
    why: "The unigram model by which a sentence falls into pieces.",
  },
  {
    authors: "T. Kudo, J. Richardson", year: 2018, title: "SentencePiece: A simple and language independent subword tokenizer and detokenizer for Neural Text Processing",
    where: "EMNLP 2018 (system demonstrations), arXiv:1808.06226", link: "https://arxiv.org/abs/1808.06226",
    why: "The tokenizer whose vocabulary the trained model reads, with ▁ for a space.",
  },
  {
    authors: "S. Jain, B. C. Wallace", year: 2019, title: "Attention is not Explanation",
    where: "NAACL 2019, arXiv:1902.10186", link: "https://arxiv.org/abs/1902.10186",
    why: "Different weights can give the same prediction: a large weight is not by itself a reason.",
  },
  {
    authors: "S. Wiegreffe, Y. Pinter", year: 2019, title: "Attention is not not Explanation",
    where: "EMNLP 2019, arXiv:1908.04626", link: "https://arxiv.org/abs/1908.04626",
    why: "The answer to it: what an explanation is has to be said before it can be denied.",
  },
  {
    authors: "K. Clark, U. Khandelwal, O. Levy, C. D. Manning", year: 2019, title: "What Does BERT Look at? An Analysis of BERT’s Attention",
    where: "BlackboxNLP 2019, arXiv:1906.04341", link: "https://arxiv.org/abs/1906.04341",
    why: "Heads that look at the word before, at the separator, or from a verb to its object.",
  },
  {
    authors: "J. Vig, Y. Belinkov", year: 2019, title: "Analyzing the Structure of Attention in a Transformer Language Model",
    where: "BlackboxNLP 2019, arXiv:1906.04284", link: "https://arxiv.org/abs/1906.04284",
    why: "Readings of heads by layer: how far back they look, and to which parts of speech.",
  },
  {
    authors: "J. Devlin, M.-W. Chang, K. Lee, K. Toutanova", year: 2019, title: "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    where: "NAACL 2019, arXiv:1810.04805", link: "https://arxiv.org/abs/1810.04805",
    why: "A model whose every word may attend to both sides, as here without a mask.",
  },
  {
    authors: "S. Abnar, W. Zuidema", year: 2020, title: "Quantifying Attention Flow in Transformers",
    where: "ACL 2020, arXiv:2005.00928", link: "https://arxiv.org/abs/2005.00928",
    why: "Rollout: the weights of all layers multiplied through.",
  },
];
