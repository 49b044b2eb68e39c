// Operations of Pinocchio's aba on CasADi's SX, which is how Pinocchio generates code: counts for part 25 of the benchmarks.
//
// pip install pin casadi cmeel-eigen cmeel-urdfdom-headers; with P their folder and C = $P/cmeel.prefix:
//   g++ -std=c++17 -w -DBOOST_MPL_LIMIT_LIST_SIZE=30 -DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS -DPINOCCHIO_WITH_URDFDOM
//     -I$C/include -I$C/include/eigen3 -I$C/include/urdfdom -I$C/include/urdfdom_headers -I$P/casadi/include
//     casadi_operations.cpp -o casadi_operations -L$P/casadi -lcasadi -L$C/lib -lpinocchio_parsers -lpinocchio_default
//     -lboost_serialization -lboost_filesystem -Wl,-rpath,$P/casadi -Wl,-rpath,$C/lib
//   ./casadi_operations fixed|floating robot.urdf
#include <iostream>
#include <map>
#include <string>

#include <casadi/casadi.hpp>
#include <pinocchio/autodiff/casadi.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/multibody.hpp>
#include <pinocchio/parsers/urdf.hpp>

using casadi::SX;

static long operations(const casadi::Function &function) {
  std::map<casadi_int, long> count;
  for (casadi_int i = 0; i < function.n_instructions(); ++i) ++count[function.instruction_id(i)];
  long total = 0;
  for (auto name : {casadi::OP_ADD, casadi::OP_SUB, casadi::OP_MUL, casadi::OP_DIV, casadi::OP_SQ, casadi::OP_TWICE,
                    casadi::OP_INV, casadi::OP_SQRT})
    total += count[name];
  return total;
}

static Eigen::Matrix<SX, Eigen::Dynamic, 1> entries(const SX &x) {
  Eigen::Matrix<SX, Eigen::Dynamic, 1> found(x.size1());
  for (casadi_int i = 0; i < x.size1(); ++i) found[i] = x(i);
  return found;
}

int main(int count, char **words) {
  if (count != 3) return 2;
  pinocchio::Model plain;
  if (std::string(words[1]) == "floating")
    pinocchio::urdf::buildModel(words[2], pinocchio::JointModelFreeFlyer(), plain);
  else
    pinocchio::urdf::buildModel(words[2], plain);
  const auto model = plain.cast<SX>();
  const SX q = SX::sym("q", plain.nq), v = SX::sym("v", plain.nv), tau = SX::sym("tau", plain.nv);
  for (auto convention : {pinocchio::Convention::LOCAL, pinocchio::Convention::WORLD}) {
    pinocchio::DataTpl<SX> data(model);
    pinocchio::aba(model, data, entries(q), entries(v), entries(tau), convention);
    SX a(plain.nv, 1);
    for (int i = 0; i < plain.nv; ++i) a(i) = data.ddq[i];
    const casadi::Function function("aba", {q, v, tau}, SX::cse(std::vector<SX>{a}));
    std::cout << (convention == pinocchio::Convention::LOCAL ? "local " : "world ") << operations(function) << std::endl;
  }
}
